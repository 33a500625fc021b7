read_liberty liberty_without_wire_load.lib
read_verilog netlist.v
link_design gift_64
set_cmd_units -time ns
set inputs {}
set clock_ports {}
set outputs [all_outputs]
set launches [all_registers -clock_pins]
set captures [all_registers -data_pins]
foreach port [all_inputs] {
  if {[get_property $port full_name] == "clk"} { lappend clock_ports $port } else { lappend inputs $port }
}
create_clock -name clock -period 5.000 $clock_ports
if {[llength $inputs]} { set_input_delay 0 -clock clock $inputs }
if {[llength $outputs]} { set_output_delay 0 -clock clock $outputs }
set wrapper_launches $inputs
set wrapper_captures $outputs
foreach {all chosen} {launches wrapper_launches captures wrapper_captures} {
foreach pin [set $all] {
if {[regexp {^(pre|post)[./]} [get_property $pin full_name]]} { lappend $chosen $pin }
}
}
if {[llength $wrapper_launches] == [llength $inputs]} { set wrapper_launches {} }
puts "group register_to_register"
if {[llength $launches] && [llength $captures]} { report_checks -path_delay max -digits 4 -from $launches -to $captures }
puts "group input_to_register"
if {[llength $inputs] && [llength $captures]} { report_checks -path_delay max -digits 4 -from $inputs -to $captures }
puts "group register_to_output"
if {[llength $launches] && [llength $outputs]} { report_checks -path_delay max -digits 4 -from $launches -to $outputs }
puts "group input_to_output"
if {[llength $inputs] && [llength $outputs]} { report_checks -path_delay max -digits 4 -from $inputs -to $outputs }
puts "group within_wrapper"
if {[llength $wrapper_launches] && [llength $wrapper_captures]} { report_checks -path_delay max -digits 4 -from $wrapper_launches -to $wrapper_captures }
