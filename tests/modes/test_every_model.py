# SPDX-License-Identifier: Apache-2.0
"""What every AEAD and hash of the catalog promises.

That each regenerates its official file is in `tests/catalog/test_catalog.py`. What is particular to
a mode is in the mode's own file.
"""

import pytest

from cipherfab.catalog import ALGORITHMS, Kind

from .roundtrip import (
    assert_decryption_inverts,
    assert_forgeries_are_rejected,
    assert_last_official_record,
    assert_long_inputs,
    assert_pieces_do_not_matter,
)

NO_SECURITY = {"dummy-lwc", "paeq-128"}
"""Those that accept some forgeries. PAEQ's tag of an empty message does not depend on the nonce."""

SLOW = (
    "isap-",
    "aes-poet-",
    "hs1-siv-",
    "joltik-",
    "paeq-",
    "lilliput-",
    "paef-",
    "saef-",
    "skinny-aead-",
    "romulus-m",
    "romulus-t",
    "deoxys-ii-256",
)
"""Families of which one model takes a second or more; its smallest members are tried at once."""

QUICK = (
    "isap-a-128a",
    "lilliput-i-128",
    "paef-forkskinny-64-192",
    "saef-forkskinny-128-192",
    "skinny-aead-m6",
)

LAST = {
    "hs1-siv-hi": (
        "ADDD8AA94C6E7CA46990316BBE433171CD20CA6310608209783341F4731ED00B28B19391C95CF633"
        "B43DD198260E961778FE8274E7D29442C390FAA986EB3F9F"),
    "aes-poet-aes4": (
        "E4F31F1B246C2E99C342399DC2D41642D8F435722BF9E585E6E6E09BC5FA451FFBA0C34AE710B005"
        "A14F9AF96CAA6EE3"),
    "aes-poet-aes10": (
        "56ACFD22637BB532FD08D0715A21888FA6037B92BD514DF02FF1444F8A4DF6F7FB25C77D4D3CF481"
        "649BC77655194349"),
    "hs1-siv": (
        "03657A28BB192BE64611091ABCDC11442004AB5B7F2ED2639D1105C5DD9CB9F566D9F0FACE017985"
        "2D0EB53F79FF380F"),
    "hs1-siv-lo": (
        "E235F3E7C8B5147D36134FD210D93942997B8072780DC2C6638DACDEF5DDD2CB39664F6AAC150C93"),
    "joltik-neq-64": (
        "9B3067A7ADB30EC34E777C4043AF03700EF959805DB357DCFFEEFCC7209357A6289F08A5ACE27AD4"),
    "joltik-neq-128": (
        "685DE5B6BB3223C2909F977E627C4A16FEE4BCFE543C59A6F6C24DC83327434B29031C0BB14405B1"),
    "paeq-128": (
        "027D50B4DAB4C1B8492DEC969CF8CCCDF9E46F038BD02049EBE7A67707FD13EF8B4A534BF5DC6506"
        "8D05A30DC9ED70E7"),
    "skinny-aead-m1": (
        "241F0DAC2C5DDA488F0E68CADBF2CC9F67EF4064A3ED5F36CC0BA74D1927363534F280DC0720A01A"
        "E8A9C176EF641E49"),
    "skinny-aead-m2": (
        "600BA43BF2A49BB89731440D78259C0AC2503FCD8805B9266B08924C9077EAB4EBCB4677D8C8084E"
        "2629109AE36194CC"),
    "skinny-aead-m3": (
        "671BA551CF2BEC5AD2E99BAF76C9BB25B9AA87C2583993794FFD25C21CFB655968C705B2CD17E807"),
    "skinny-aead-m4": (
        "4A722939E142499680C1174651D454308948026B01E5838EA380F5279BF948EBABF212F971DFCD7B"),
    "skinny-aead-m5": (
        "141DE4122F09D2E045E60CF3C96B1534A04A9135204535AE92BD5D11629F3C8F38403768F1F00764"
        "8189C0B8C93CA5F8"),
    "skinny-aead-m6": (
        "363FDEA74C45CF5E09A1B1FE837DCE6741F21BC4B3B4E657EF78FF09DA4BBBD92523B428FE8C59F1"),
    "romulus-n": (
        "1A9B58442BBD18F7F5EA1B1D243BE2277D08ABAB0A47AC4AB11386BBDCADA04A47B9E1731E967919"
        "0165412401BD62AB"),
    "romulus-n1": (
        "64BCEF8DAE0A00AB494C06752052D3D91AF0A938A117EC02C6DB1B893BEED6441FA8D67F5C20E9B5"
        "0D6B7FEB1D07C91A"),
    "romulus-n3": (
        "6EF9B5F223391B7C5FBFDC8FB9DBD482C0CA05BFA23A37583B186C39997D05A09C3F443CB093A9A7"
        "B4918D21D658F29B"),
    "paef-forkskinny-64-192": (
        "0D227B0409D9268F7350471804EE67704FB5A5230F823DD32EF761E5FDD3B4BA87D4528B2470ACCF"),
    "paef-forkskinny-128-192": (
        "DC233402F3D59180BE4267040574062155711989A4F48CF2A870C4CE315967E7B223580957729E40"
        "6EBB515A4D894568"),
    "paef-forkskinny-128-256": (
        "C314479BE444BFD3AFA9C6C235BAE3DB70B0F05F1047BFCA9882F915E89FF30B330242733E97A09F"
        "381C9C20EDBA0D44"),
    "paef-forkskinny-128-288": (
        "BF2B42BD8F859F5B5AB8BEE9A582E55CFB1F371E4BF3BA5DB0950560FD0181792BB423A761793691"
        "8ECA9BB4A02E334A"),
    "saef-forkskinny-128-192": (
        "8FFBD9751E5B494C7FEEDEED7031CEF069C21014023D4BAFE8C08BA5719452A90E367B0F4F5B3653"
        "2B9BE8CE76DDFBD7"),
    "saef-forkskinny-128-256": (
        "83CCDA12EF6735A02B8DB3B036DD486FDD42EFB09BC244F30EF39D0B4E754AA0E76CB2398E8EC235"
        "A1D45A36A8C767BB"),
    "deoxys-i-128": (
        "6E8A71AE5EA797A40B75D17EB250ADB362ABA1173D12530653AEE84DE52255DDF71066C13DCB6943"
        "7E450CF92048EE8D"),
    "deoxys-i-256": (
        "D6E05A9E4F5DC1CFBAE9E99F5542F0702064D73F6D00093D4106A97F133CEC0C91C3FA447EC61576"
        "B8C9F04AC39F5DF7"),
    "deoxys-ii-128": (
        "3B7B6323417FAA63FFD4157B7553FCE4F6BAB4C27F86FAC20B1DAE48CACCB8E91E266CFA0C02B778"
        "2616B3FF8C3E6FCB"),
    "deoxys-ii-256": (
        "A3A6B8BD1F9DD8E3EA384991B92A93EB652A6961C8215BDB5CFBBE601D9BE61B0FB134A09B9B8416"
        "712A7096702102AC"),
    "deoxys-i-128-v141": (
        "464FAA141F2905344450329D999DC2AA852F2086C71BCD945C6D7F90FC74FFE4F3AA604E5CA26BD4"
        "BC587F779081E460"),
    "deoxys-i-256-v141": (
        "246E53D4654CEEFD289BF868A53DF9005DD9E42D2A8D8D9F4DC24302F6FEFBAFFF9945B87D8E5CE8"
        "7DFD81A2BC54B562"),
    "deoxys-ii-128-v141": (
        "2EF3C428CB24C8F66EE7D8C52C3FA6B78AB474D14501BEB1EAA5CF18770EF38D58DBE4B29FA995DB"
        "135F4C0400C32D56"),
    "deoxys-ii-256-v141": (
        "3B8456977C7F1B8CA17C6D05568FCF9384A72FE3901994A6DFAC4E7B8804578584D0A4612E4C9A0F"
        "D8C86836B0ABDD7E"),
    "aes-otr-p-256": (
        "ADE8C5FF77F948B1807F431D4CFAF77EB91FF9EE7E367C2E06011CB7580533A834415179480A8D82"
        "BAED9DF8E26E69A5"),
    "aes-otr-s-256": (
        "A289B50D8D03446AB6CE0407357FBC21A88C946794068C43C96E2342F92A55AB59B04A2A5AD67E42"
        "3C266B7F35ED40B1"),
    "aes-ocb-256-tag128": (
        "B271BB69C3E1B79629CB362807319A03D4439C9923F10F8DBAD35E2B3D8AA1EE886F0E71DB3068DA"
        "DEFA14B06E0BBC4E"),
    "aes-ocb-128-tag128": (
        "BEA5E8798DBE7110031C144DA0B26122CEAAB9B05DF771A657149D53773463CBB2A040DD3BD51643"
        "72D76D7BB6824240"),
    "aes-otr-p-128": (
        "35AFFC6267BC57091A1628B8D846687C8407296EB1A15E543D8935D87446D70873194112601D6AD5"
        "BE5B4B81BCE94EFE"),
    "aes-otr-s-128": (
        "8446691AE1B53A52B189B09D6CB74B04E0627BE12ED38099DE3309294567660EF5BEC31F59A1758D"
        "5C998CB8651F7FDC"),
    "saturnin-ctr-cascade": (
        "73A3610620A34B523A47EA4EDDFF83AC52370B3A1643965ACE464BE43F5033F5E9E56ED79C0BE6ED"
        "0B3A96FC6CF741E1D5E5398F23F98D8208FBA00F43BA6BC7"),
    "aes-copa-v2": (
        "F5155BB6F9AA27F7786EE2340CDC50B3E2C80DBACE868A388083C894225F98D650C3FC81DC1614F4"
        "CE358B45442A522200"),
    "colm0": (
        "223AD8991C723743F2527973B17649905FFF4E263E9E71344EE72326A79A6AC3646E21E1CB33F517"
        "991304836AEE43D3"),
    "colm127": (
        "8D2F730E312E438AA28E7B9AD00572FA89DD147ADEFBC1D683BD9C4490D32E12E8583E5A2082625F"
        "B492196620CCF0C3"),
    "colm127-alt": (
        "17AF38F417AA15F0E2122AA5882C05297C6B29521B81D7807B3980FCD94E52307C3F10E106321D1A"
        "37DFE77C33B25E5F"),
    "scream-10": (
        "3C16CE9F5AD64FC9FC70518DB17A5473E228A58561B315B68CCB44639C0E32B11FE95CD595C4BF15"
        "52015F70087867B3"),
    "scream-12": (
        "3C175EB870848AE965791EC7295660A105F5C54D57B1CFCF502BE70D097FB636159A6B0CF3DD886B"
        "678E4A7A71E46E7F"),
    "elephant-dumbo-v1": (
        "C9034A2F7F9698DCB41ACCCFBF549BF747D246A868FA0E76ED27FA0C2E33654E02DE4F56F23F8B97"),
    "elephant-jumbo-v1": (
        "FEC941470CB859D735255B80663E807A63D52A71829F0BF37C27E6CCBC6B5A1657E6EDA9E1830EDD"),
    "elephant-dumbo-v1-corrected": (
        "77D196DCEF7512B1DF1C3ADB7ECD7EBB3C02930C0971670EDBA9DDDBA979A5EE6A3F035CB29CDAFE"),
    "elephant-jumbo-v1-corrected": (
        "5E71FA41C99907124768C5BDFD8E9AEE70E56CE376B2839F86FFC088DE6E561D1397C2194072A53B"),
    "minalpher": (
        "6C9F0B55B9BE13412A63EA7DE0D268A79BBBF9115B6C2383D5088D5F30071FBECE3D7864318ADE9A"
        "791FC19447009DC92C5D4EB7E1BF050194862B2A25FE4B8F464C854E7BECE6A7E04C2DC6FC569BF0"),
    "romulus-m": (
        "A617E429C7DD351098375900EA5EC8CA23DF17B8DEEA71EA0E8C49A46E01FFEB7C7EA84D05406576"
        "71018B9248EA9BD7"),
    "romulus-m1": (
        "033BD399095BAE09294C88AA8FDE508229A3AF401B95F8A27039DC03378BA740615D1AF2F4393868"
        "385E7CB175B2E665"),
    "romulus-t": (
        "14431457C1B573058A16B8A10880FE96EF6ACAE8259E14586009309D7816B6E8D1C9E3827DFF2AAB"
        "68428A4025727DC0"),
    "aes-ocb-128-tag96": (
        "09A4FD29DE949D9A9AA9924248422097AD4883B4713E6C214FF6567ADA08A967D37A7798195DC32E"
        "4CC6AA97"),
    "aes-ocb-128-tag64": (
        "44E6E53DA469EF09D7E534FCB7BA9A82A1025D595406B06AE65DB6399B7CEC11E1107AA891CC95C1"),
    "lilliput-i-128": (
        "A2D5A638CACFCE90AFC3B89936BAF112941387B87E6C0748252566D8A405C9D38376EFC98D04686D"
        "4B1B396520D7D0E6"),
    "lilliput-i-192": (
        "00F0719BAD92713D5701B4AA5DCBD847419C65676AF04EA2CAA8C131A061D4756D4B9098559FD5A9"
        "86528F1D22DC765F"),
    "lilliput-i-256": (
        "23629419B712C77816C5C606C5BC4ADA461629E10427E7747279E8B8A51F6EE1BE8F3CA9C1781521"
        "1411313B00BD172C"),
    "lilliput-ii-128": (
        "F772FBE5EC90E53635D23DF52C7E874BA3670011311B29A342CBCB266FFB6D54BE45465D4F0CBBB3"
        "F0CFEC36B57A1F0B"),
    "lilliput-ii-192": (
        "FD564620DC4416D5379A9F8B68DAFC747C2565BAEE834CE6667CC6ADEEE32320CE5EC21DA3EDD5E1"
        "47FFEB4BE3B9ADA4"),
    "lilliput-ii-256": (
        "D1816E8AA7EC3B8A5DFAAB958056F526D15519DFCB27F2CC5DDF71DD87A0CB942D395E6053C79050"
        "421EA7301821F6C4"),
    "isap-a-128": (
        "B8529BCE1B3F9D0DB7A9C8DD43DD35D18E41801A814A29A999102227A4AA747BA0FAC4D683F5B1CF"
        "BF3683112F3FCC1B"),
    "isap-a-128a": (
        "2CDE28DBBBD9131EBC568D77725B25937CF8EDB8A8F50A2ACEDA356C3CA3D46BAF83B960928F1E4C"
        "C975EA24F488202C"),
    "isap-k-128": (
        "59D5A45BCBCB332311869B73F633D29606056B791F8A684E4D876CC1B7AD73A37CABFFC9C255FB95"
        "31F303E966332FFD"),
    "isap-k-128a": (
        "01BC9CCB186E4A3732E86B9FAC4ABF3E6C4A8274A185FF3443158CC56F13B59A0B6851D49C3E6049"
        "B766C013443433EC"),
    "acorn-128": (
        "79345F2D29D7351C9B650624A1960051129169C77F55378C41AC898755ADC68A9A28C44272DE1608"
        "FA0DBB257D21CEB7"),
    "wage": (
        "94586454C15502DD421FCBCD528F06AD0F1A09FFDA87386ED8B836A266BCB0AB816E608913F27A31"
        "837CCFF388D1ABF4"),
}  # fmt: skip
"""The last record, with 32 bytes of message and of associated data, of official files that take
long.
"""

LONG = {
    "hs1-siv": "fcc6fa9b4cf3cfe74afa5d918802fbbd41b5d279e0a4063656a4651b06a09c14",
    "hs1-siv-lo": "d586d83ce33719a6d78b82037b977b5944e01b4cbff27b9631c95719764d3646",
    "hs1-siv-hi": "4b1067852375cf94ae498c7fa02fb57b36a3a5bf8baa4a06c0852c0a70d6c410",
    "aes-poet-aes4": "005d599a62f70d63776c51e7903515b81b3b4508e9443eacd33008a06a7b8f3d",
    "aes-poet-aes10": "bd83d8463e241304587308173486e6fe7a7646de70a8b2583b08499e21e7161e",
    "skinny-aead-m1": "c6c404813271597b6259ea9365ae428f81fbefc58fec02ca300db9b671146612",
    "skinny-aead-m2": "28a9eda4b0d56e904d20c860f5561715be2e4e7606dcc96726ade745e606600c",
    "skinny-aead-m3": "f5331876226e2afde9c02f1dcbaf16329a6ada32ab8109cab58067643f943b4f",
    "skinny-aead-m4": "8b6242d24ca596de22f7081b67959d5a424f36af4a2a0730641df73ea8dc5dcc",
    "skinny-aead-m5": "f05c417aca2f738955b4e041ecd4ed5bfa5865c77092e492be328d4170a1c085",
    "skinny-aead-m6": "80c9818e598c7e00b91d60218c6d5571e2088fa173119911e0677dee9e71f5ba",
    "lilliput-i-128": "53597b30843efa08a5ece9aa9d1fdc53493c5b16d7cde30a0b2486dea5bf7078",
    "lilliput-ii-128": "c243d5a898b47a53081437e3b48d205748bf9d0c64fa85efff8bd397e16b0e7d",
    "deoxys-i-128": "ef380a182bce2730790f0437c1a76334855286b22e2affb506b292c4644106e6",
    "deoxys-i-128-v141": "5f12bb7848158c780d8fed53065270eff82710056d29893de24d0d39270cf9fd",
    "deoxys-i-256-v141": "b5cd03b2e348d4d5fb530ae5cc3f7d40995e4a6ac0d59b8c014533fb650c705b",
    "deoxys-ii-128-v141": "eed231c6213a2147dfb91b7019d02a9691e2238c3147183a2912a6035f0a8b65",
    "deoxys-ii-256-v141": "b10e0f515f12b6bfec271381ce2b48b355fd1e40e9fc895bae0fa2fa39aaaa27",
    "aes-ocb-128-tag128": "097092c6758c825168d1fbea7ed152d50bbcfaf9d80371fd10ad601359973a7e",
    "aes-ocb-128-tag96": "e31bb9425ceb1f833a0f2b574a7e9daa771ba7693f77bae9ab46364ac91b1eaa",
    "aes-ocb-128-tag64": "9af1a255ef8fc346e59bdecc45f858db5b0db685c5e83ec355eb671bd763f7df",
    "aes-ocb-256-tag128": "570008b32aa7e0e97103d70c15657929c9b8a282e95dee8ce45d05030616dea1",
    "pyjamask-128-aead": "7941cb3369205bf6f0a620a95b22bf18b623cccb467edf0274a4f181b6eb8dce",
    "pyjamask-96-aead": "01db65318e3d3ccadb5a799d62f436e2bed00e45160fbcf04744250fc816b70d",
    "deoxys-i-256": "2ae25a6c871d5ffc19c7e5bb1b61f28d5bff08648b59f6f2d2ffea2dba66a9d9",
    "deoxys-ii-128": "8a63e539dbdbe3a4663c8acb5aa0fb67eaedeed95eadf42b203470dcb3c75ea4",
    "deoxys-ii-256": "1582d2f374e1fc95c03ed37fb644720dd928753979d908015f4ad0b6af83b1a1",
    "comet-128-cham-corrected": "d5cd170913ec6127d3472d80f8948e3a9bf638c18c0146cd4f9f02f1fcdecc52",
    "comet-64-cham-corrected": "1e5d3984179387d5ae648848a5e3e58faca6eb2101475ffa15bacb89f6853326",
    "comet-64-speck-corrected": "6d14d44e08d3115bb37e432f8dcc71bfffc333a2901549ec8a0157de222d69b8",
    "comet-128-aes": "8483da199e146835b81ae2e4c142bae470e9ccaaea4ec734288b417306d4e2b3",
    "comet-128-cham": "0994fe2623976246504c476727b08ccba221e1fd43b461f9a2be0e8dd5516230",
    "comet-64-cham": "37aa178c413c32bd3616e154ee6038b9833c69f1cf527e4822f6bb5705f1ea9c",
    "comet-64-speck": "87d5bd4e09c378f9e8566a52e0708e3e4ba961254d77094b2a53916095755826",
    "comet-128-aes-corrected": "bc8c33103bd891299869db3873d93e5dac038bf86df0bdc423341b80127cd43c",
    "estate-twegift-128": "62f2f73cb76e652a60f5a1391c2cedf0d0a32f056f8cdf3618d106849b99e4bd",
    "estate-tweaes-128": "6f2246e8eaacea09f18085267148d295ca7cf90f70b1928c2718ad69cd9f32f5",
    "estate-tweaes-128-corrected": (
        "6f2246e8eaacea09f18085267148d295ca7cf90f70b1928c2718ad69cd9f32f5"
    ),
    "sestate-tweaes-128": "5a456f8ec670a58815871b31bceea9ceeafb92f7cef2613062fbd1ac2c53836a",
    "sestate-tweaes-128-corrected": (
        "5a456f8ec670a58815871b31bceea9ceeafb92f7cef2613062fbd1ac2c53836a"
    ),
    "estate-twegift-128-corrected": (
        "62f2f73cb76e652a60f5a1391c2cedf0d0a32f056f8cdf3618d106849b99e4bd"
    ),
    "lotus-aead": "c835b8722ba256a0c806f35e5efab16688a3c0985d6751520596008c59faede1",
    "locus-aead": "6022748d47f2f88f52249eb4943546d2a1b2d274546c427f01d06bca743166cb",
    "saturnin-ctr-cascade": "bde339da41c80775b1da84f241d41faa202375941c29abaa24dd4726a4c08706",
    "saturnin-hash": "f8be67d3ed655911f9933bd086adc7d06a36416b361a366844e05fc8d147bafe",
    "scream-10": "bf367c6287b0bdb8a22f554545ec8ace88f30074df404a11cc09a12afc243ac0",
    "scream-12": "9709cb2f11ee6bd0577a8d45574429ffa8e4f07e468f3a8f7328f9ed8f2702a3",
    "aes-copa-v2": "730101364075c16131d301a39717106676a65296f6ec443c9d011daacfb3887e",
    "colm0": "0b6e3b3c21d098a17ba06feace9bfbc602c7378cec60f40544e8f9491ba5cb2c",
    "colm127": "31252393b5bcf4df6474ce6730af25197dbad24e32cb6bea12444dafa0c9b38c",
    "elephant-dumbo-v1-corrected": (
        "e5413cadaba710802d8cd4282fdf35849fe1cd46ff1228cd26d45d54f21478e4"
    ),
    "elephant-jumbo-v1-corrected": (
        "c2fb178a59abe1ca9ea3f8683c19e7047a4db8e6d292e8bbf47938d911a857be"
    ),
    "elephant-delirium-v1-corrected": (
        "c1d3c9afbc87a9f7c791d3e690addc98959588d8eedba35649f3d1349bf4fce0"
    ),
    "elephant-dumbo-v1": "06e1412534fb700058c8a1d4e35be5171ec5e0ebe697a2cb11aaee869558961f",
    "elephant-jumbo-v1": "00b659af0af8ccce91d1cd0a1220e8fcc5bdc2e18aee2d7f1015522cd8bd024d",
    "elephant-delirium-v1": "c0df4fd7d672f1a00ff5f5f6b24f8beeccb9058443556956ff3c0c4b2ede5728",
    "minalpher": "efa86b85f54cd824e0c5b7149b7d66a4afb4e08d40d71c208cad17eaea953c8c",
    "romulus-m": "49be5ef9907246569e4d0edb00cc436778f808274f78bc223d3ef13e32a42312",
    "romulus-t": "8df5ab50ec341b2e276a954e71d0f7a8a02f970188d03f5c0f452823a9f437fb",
    "romulus-h": "242ba26ca1d18967515e18d4ca93dad829ae4988afd4b9531734e43695016c72",
    "xoodyak-r3": "d842c87c4d2cd5c9cb564080027f4702655035a8ad91ae77a76941d6090d01e1",
    "xoodyak": "76eef4d1b5701489954dbba304912dacad03dffdd59aa44a2df9ce6d1a364f81",
    "schwaemm128-128": "f2f9c18d2409145cd484afeee74e4f3c937668eb03f806749d2fe73dcbd8a1cb",
    "schwaemm256-128": "ab56808b45abdb64e749bc6fe4b62d49793a4c665e093aa375635863c1ab8668",
    "schwaemm192-192": "72f1498ffdbc1e0d2e5e23e54abc89ff056f07e13b94a2010361b037c96e79d2",
    "schwaemm256-256": "368088becd78374fa80f35a3afb215fb84aef4841ffc37c153857f871e8a2584",
    "esch256": "6498c08a0d2645634daf9266257749eb187d89c307abc5ed2e49ed35adb917ff",
    "esch384": "0563b523d40f9f343b93d64676534369ad7cf3fa3b116b0f37210e4e794b59a5",
    "photon-beetle-aead-128": "621bea30bb761c13d989950e8a3697f7d321751322addbe099fbade3fa2cd2aa",
    "photon-beetle-aead-32": "39cebf77a5709ad4c0cffc135c42c83c95e2f40bebde41b999fb12de5e1f495d",
    "photon-beetle-hash-32": "63f852f3786fd510d4711b8e6b55d18a0d52668cb3a8d40c1577cad2e0c71bc2",
    "elephant-dumbo-v2": "e495dec21ccc6ba5b94a90bee67b6330f2c71fb2ca3fdd5fa453e9231bb6e075",
    "elephant-jumbo-v2": "6f72ff10931d5bd4e0c330d1028cfeb5fc0c73a194d18003bc0a6c22c8d809fa",
    "elephant-delirium-v2": "1687239ff320893b65a4ffb1a9b2f9bfb038c8460e64c3fcd50d746cf4dc27fa",
    "gimli": "2925af61b1e6ea0f2bd9b0100b7051f25d246012f44d3ffe681d194b53ff5e3a",
    "gimli-hash": "2275b4388a02704c462c1cc1ee06107adcb98df6e65e5eb779eab82a4c37034f",
    "tinyjambu-128": "e81655370097f2f513dc65698eda256194fb7762e56ef3686360031845e5866e",
    "tinyjambu-128-v2": "888dd1aafcaac00acf05b1e910067ccacc762de41fb858c1b4cb92385661a717",
    "tinyjambu-192": "5d564c9325e3b5fb2c8e0d42e931a09e34f7a5c766dc071ddad4d8d3d7de5fd7",
    "tinyjambu-192-v2": "1f0fa8339f6e0d71416822b76001a18b437b9e968f2a1a31bc839e03cc1e50e2",
    "tinyjambu-256": "c8ae008733d33465b7f094c40c116fd42e5b079f8e5f076b24ef73ed63072849",
    "tinyjambu-256-v2": "4ed9c03922c85e6fb97983bb32302135ca0a420d00ebeeef75540fc948e763e2",
    "subterranean": "01a3672326788d47c97fd5783b2f17faebdbf82faee4526abdbedcb017a2655a",
    "subterranean-hash": "67c30c0fdf26ae306431a9c6f62b62a2bd786fc50aa8eda23888274421754473",
    "knot-aead-128-256": "15ea791d85170b48e331482d89fc84f612e2497ef167c1540dda95a94b0d5dbb",
    "knot-aead-128-384": "0fd5d20e76e08dc2b9ab5a2ce62a2488891529897a67b592dcf5ac5037e4ef20",
    "knot-aead-192-384": "7a2f0f21be302ac1cb189b037227f17848312202ba04bd19bf5aa0496afc7025",
    "knot-aead-256-512": "e391c5566bb36b73e5d512dbe0996f7ec4c09e6646cc57be8694c5bff268a5db",
    "knot-hash-256-256": "11ce471eecb6e5eabcb3ead922bcd82befb4ac52c1ce297e7037692bf87b67be",
    "knot-hash-256-384": "e5729be6af09084b203011c15b625d716239522e2f5bdc4bcae5ce9d4987c3fc",
    "knot-hash-384-384": "f9b6c10fcd99b8d2a732ca2e895fc714311bd9f2a6fd2d2de0e898ff224c6152",
    "knot-hash-512-512": "a23c2a1078e754a5b4828972443162bf0a6ef25786e8b6a23828a13a84adbe49",
    "spoc-64": "66cf17cdeaf653262a91fa98a98729933da6747131c0cb008f7785b186e46b7f",
    "spoc-128": "1db73b39b873c43d5ef1a6519471d82f9c5d580ef9b81c036fccc12da94ddfa4",
    "oribatida-256-64": "34f1b7da54e518c6aae7b8bc5f4e0da28d69bb1dc22bf32c3925277a55ff36a0",
    "oribatida-192-96": "afe3f2b6e51352beb7d1306841baae8b456e2769d9f4d3d28c30dd59fa0d8ca5",
    "xoodyak-r2": "47ce7396745803b36a054a5e99c8af404fb6e5670bf9f9732decce009b6e1594",
    "wage": "e7b09c35d5e1086e717aeb7cffed3adff472af9609cec9e647935fb9789376de",
    "ace": "1ea569e21b41959d918a6e37091371d216fe040d2e6223d9e83247a219cdb3a3",
    "ace-hash": "dc39db356c849e66391d9ce657999a585fed0d6befde8a6acbf89b51f4131fd9",
    "spix": "4a16e63e425992a3b9713b29f5ebdd37a93293311f5ce5ff2514e8e94a97bdc9",
    "sundae-gift-0": "610ca33bd88113f060fc30bc1b80f64fcd6ebe463d7230749eed85bb3c2966a5",
    "sundae-gift-64": "5b88b8531a942b7b71219583ae42a6392d862705165cbbc4dec727346c94bec6",
    "sundae-gift-96": "9c048af685e971cfc6dc513d693195318a9d4e018890ea26f94a8d9cc5616edc",
    "sundae-gift-128": "3b2d97415b0a0d7f5ed5109f7602bc538cad1fad50b3c62b505d1dda380ac514",
    "hyena-v1": "4acf5da89c350e1c21526284d55443fbe2ae5e965fe63cebbf5e318c9ddcbe19",
    "hyena-v1-corrected": "5039fadb7d81774bec8e60ceb179c8185c998801810127dd579e24b21c770fe0",
    "hyena-v2": "74c352d7f4880d1b8b0288d5105ae594a148b7cbeb6d0067913635cfe7e125c6",
    "mixfeed": "ddf9ed6a2f33ab8e71d3d37f00b20d595f60ba8df719ad6582dd475bdcf64b07",
    "saeaes-128-64-128": "91303b41d0ac7528240b6469106df4e249c3f048187d60dc2190de11eaac00dd",
    "saeaes-128-120-128": "4bb91ff99481249f1826f84f6bdc4a1a443d56581aad47e550bfe248a2df2f5c",
    "grain-128aead": "08e1ca39f0c346d339b1725b7ae4fac9f902d4d4cf940c4a1611b95ff15b1d85",
    "grain-128aeadv2": "55d5fc233fc20e30d6202e59f57279044029946dbf1d5ffe905c12c2fba5e2d9",
    "orange-zest": "8357b8c297e82b13c6be893faca5004dddbd9d6d29e5ce982cc2ef1a7a829c4b",
    "orange-zest-corrected": "d9459783fafb2941f496078dfe1afc38d2e23d756b31395dc43df0efe6fdce78",
    "orangish": "3496b42acd78d72fdcf66dbe27a41af31b2f21dfa23375673b24c55edb2834d9",
    "orangish-corrected": "1f42943f1bce4d726cd34cc3c8ec84acb746de5004d7d0863db9dcd92637f61b",
    "elmd-10-0-1": "a596c637eeba5fadb1f2bb11c0c62feb574be1ba6e7fecd942fd1ee1fd016b56",
    "elmd-10-0-0": "8455272ba773d39eeb10952a829dca7e03a55cd7a3683ab217a6fe0eded01f34",
    "elmd-6-0-1": "d5705258927f291ef6363ec7c2ab6c699b019d6d5c3ea76ea28c69442534acc2",
    "elmd-6-0-0": "a47849d2ccdd59e8c841cfdf546073a927ad3605934de53355e3fc1fc38584d2",
    "cloc-aes": "b163633887ed9def120c8c45cb46074f66ab98c5d97a45f962f3fd1d49f75364",
    "silc-aes": "fcb1213676b0cc4161d2feb399881b4f376466cf046d54ef69f9357bd076a09a",
    "shell-aes-d4-n64": "fe4e25c09d0db1840839c1bf8800b6982a558fb2d5564b9f2dbd8c0662ce0ba3",
    "shell-aes-d8-n80": "192f0baafe49f94c1315195560e0548a480879f8e469bab08ec9a153f6d1fd7b",
    "aegis-128": "8836d4d698c0b90bc2f0df2842915143b97730e21e28e49e571dcf0d730615eb",
    "aegis-128l": "952f38a2130f0b6158803dc2375974fcaff6c91dc8a5464d4e5ccf9fe7a17064",
    "morus-640-128": "ec186349f698b5c574ee8c87c7d2de55f38c95b24f5dee8694a6b03859c645fb",
    "morus-1280-128": "a582e680bec649b35c61f97055ebe612403d6f0bb7d08cb40b1233a1d10825d9",
    "tiaoxin-346": "2690e4de0f0328e6110d2a330527c8154932aeedae73d95259cd255ff60cbb58",
    "aez-v5": "79d8a198674dc325ca40dca9409fa18191a1d9017cf2d63695af9c3b459ac190",
    "omd-sha256-k128-n96-t128": (
        "517ac15621c2a3605e09c5ca87ff1657cd23804b6f42ad07211b3f072d8d31a1"
    ),
    "acorn-128": "97ad20af8309a074f5ddef8248fef4f328804ace3e86734c4a9d30a956b1a4dd",
    "aes-128-gcm": "455406939b68a0a0d4be0185b7d0e25a2bcc8a5e252cb8bd66cac2f218e49d56",
    "aes-128-ccm": "5267d37ef920867ffc8247b177fbec317c7018f2f36685af78e69605c3a1eb50",
    "aes-128-ccm-n104-t64": "a3bdbdd05ab99581c1a8bd5fe395846d47920502237faf0de6738b5a1a0da0d6",
    "isap-a-128": "28fcf8a13195ae45894f2e50e4b0c3cf8b30c25115144f6ae72f25d8bb7a1891",
    "isap-a-128a": "775d3d43ccad0b0dc1d3e633f5897970aab131f1550fd32f76d0cddfe5c16f93",
    "isap-k-128": "b9e999bfad05c44e29f41e29bc750f9196dbc27c8c967f28012401dbc16f2c5b",
    "isap-k-128a": "f36d822a89381e987762a167859ce92bc7d390dc2013dbaf97a64aaf5ce2a1e1",
    "drygascon128": "9686e5b4977f2644f61ca9e2b3a0ea8b06ae20c7e7437d07e887665c7d4bb398",
    "drygascon128-k16": "1d114343c208523ca24fcb19d700ea3abe5e2312c2d2d4aa9a48d7f804439de0",
    "drygascon128-k32": "b1b2348464fd43bf41365b4fe8c1358521296bcb9e3864d68cd73874932f1b3d",
    "drygascon128-k56": "4854575014e2992108a9f0dabb6cbb368d45e174da08b0d88cfc2aea64249f9e",
    "spook-128-512-su": "2e31117c1be41e3612a74569a9d688eb90a90aa8098afe501f62a7f44860a240",
    "spook-128-512-mu": "8476ed8e077071c18c4f8f9c276f5ca738b038a34f6517a0dc92e0ad3f977fd6",
    "spook-128-384-su": "16fc0f6b5299a7986d9be5a05e0f6655314a37dfed8a2feb656a01a3fa476820",
    "spook-128-384-mu": "4a0b568e11306c95fbf15dec644705855b882be85957555c89cd8cedd36957ee",
    "spook-v2-128-512-su": "ca9e60d113054fecca624c60e74886db71e7f6236bc18ec4a73cba63a349c502",
    "spook-v2-128-512-mu": "f85b1291f2e2ecfc1da4d84e8e9cd0ee112631574e0cd87d3c430336ad9e144c",
    "spook-v2-128-384-su": "a079914033e7095ee87ceac0f432a9c3446cb49b6696100f4179e444e5d2723c",
    "spook-v2-128-384-mu": "3d00dbdc96f8535f4d4dc673662d327aab1be03224d6666ea8d8d0e2784ec4ea",
}
"""The SHA-256 over the outputs for inputs of many blocks, confirmed with another implementation:
the designers' Python for Lilliput-AE, and C for Spook version 2; the reference C of the submission,
as SUPERCOP has it, for what came to CAESAR, for COMET, ESTATE with AES, Saturnin, Romulus-M, -T and
-H, and Elephant v1 corrected (with one line put right for Deoxys v1.43, against which v1.41 stands,
and for COMET-128 with AES, corrected); that of the round-2 packages for ACE, Spix, SUNDAE-GIFT,
HyENA v1 (with a loop's bound put right for the corrected one), mixFeed, SAEAES, ORANGE and Grain,
of which version 2 is the final round's; OpenSSL for AES-GCM and AES-CCM; R. Weatherley's C for the
others.
"""


def _marked(kind: Kind, without=frozenset()) -> list:
    """The names of this kind, the slow ones marked."""
    names = [
        name
        for name, algorithm in ALGORITHMS.items()
        if algorithm.kind is kind and name not in without
    ]
    slow = {name for name in names if name.startswith(SLOW) and name not in QUICK}
    return [pytest.param(name, marks=pytest.mark.slow) if name in slow else name for name in names]


@pytest.mark.parametrize("name", _marked(Kind.AEAD))
def test_decryption_inverts_encryption(name):
    """The message comes back at all lengths around block boundaries, from a ciphertext of its
    length and a tag.
    """
    assert_decryption_inverts(name)


@pytest.mark.parametrize("name", _marked(Kind.AEAD, NO_SECURITY))
def test_forgeries_are_rejected(name):
    """One changed bit anywhere, a zero after the associated data, or a tag cut short gives None."""
    assert_forgeries_are_rejected(name)


@pytest.mark.parametrize("name", _marked(Kind.HASH))
def test_pieces_do_not_matter(name):
    """A message absorbed in pieces has the digest of the whole."""
    assert_pieces_do_not_matter(name)


@pytest.mark.parametrize("name", LAST)
def test_last_official_record(name):
    """The record in which all fields are longest is that of the official file."""
    assert_last_official_record(name, LAST[name])


@pytest.mark.parametrize("name", LONG)
def test_inputs_of_many_blocks(name):
    """Counters, masks and key updates run on as in another implementation."""
    assert_long_inputs(name, LONG[name])
