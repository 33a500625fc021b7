// SPDX-License-Identifier: Apache-2.0
// What a master is told.
    @TO@.STATUS.pdi_space.next = @GATE_8@pdi_space;
    @TO@.STATUS.do_level.next = @GATE_8@8'(do_level);
    @TO@.STATUS.do_last.next = @GATE@do_out_valid & do_out_last;
    @TO@.INTERRUPT.pdi_ready.next = @GATE@dma_pdi;
    @TO@.INTERRUPT.do_ready.next = @GATE@dma_do;
    @TO@.INTERRUPT.done.next = @GATE@end_in;
    @TO@.INTERRUPT.failed.next = @GATE@failure_in;
    @TO@.INTERRUPT.overflow.next = @GATE@overflow;
    @TO@.INTERRUPT.underflow.next = @GATE@underflow;
@KEYS_TOLD@@GUARDS_TOLD@@OWNER_TOLD@    to_registers.PDI@NUMBER@.wr_ack = from_registers.PDI@NUMBER@.req;
    to_registers.DO@NUMBER@.rd_ack = from_registers.DO@NUMBER@.req;
    to_registers.DO@NUMBER@.rd_data = @GATE_32@do_word;
