"""Weighted subsets of flops, written by ``scripts/flop_subsets.py``.

A board's number is how many of all 22,100 flops it stands for.
"""

SUBSETS: dict[int, str] = {
    25: (
        "AsAhKs:651 AsJh9d:1478 As8s3h:1736 As5h4h:882 KsKh6d:757 KsQh2d:1148 KsJh5s:886 "
        "KsTh7h:1366 Qs9s8h:837 Qs8h3d:739 Qs5h5d:812 Qs3h2s:1102 JsTh4d:953 Js7h4s:1640 "
        "TsTh8s:375 Ts9h6d:936 Ts6s3h:979 9s7h2d:800 9s6h5h:910 8s7h7d:262 8s4s2s:1033 7s6s6h:490 "
        "7s5h2d:445 6s5h3d:516 5s4s4h:367"
    ),
    49: (
        "AsAhKs:343 AsKh5h:493 AsQsTs:244 AsQh8s:296 AsJh9d:769 As9h6d:977 As8s3h:1092 As5h4h:561 "
        "KsKh6d:409 KsQsJh:334 KsQh2d:661 KsJh5s:992 KsTh7h:743 Ks8s7s:280 Ks4h2d:613 QsQhQd:66 "
        "QsTs2s:348 Qs9s8h:464 Qs8h3d:743 Qs7h5h:592 Qs5h5d:453 Qs3h2s:690 JsJhTs:216 JsTs7h:324 "
        "JsTh4d:722 Js7h4s:1033 Js6s2s:182 Js3h3d:281 TsTh8s:197 Ts9h9d:292 Ts9h6d:599 "
        "Ts6s3h:1100 9s9h2s:200 9s8s8h:192 9s8h3h:354 9s7h2d:636 9s6h5h:302 8s7h7d:274 8s5h4d:385 "
        "8s4s2s:88 8s4h2h:522 7s6s6h:238 7s6h4s:404 7s5h2d:266 6s5h3d:342 6s2s2h:262 5s4s4h:221 "
        "5s3h2d:149 4s4h2d:156"
    ),
    95: (
        "AsAhKs:50 AsAhTd:112 AsAh9s:97 AsKhQd:191 AsKhJs:88 AsKh5h:161 AsKs4s:124 AsKs3h:139 "
        "AsQsTs:142 AsQh8s:276 AsJh9d:379 AsJh5d:367 AsTsTh:95 AsTh3h:387 As9h6d:542 As8s3h:468 "
        "As7h6s:160 As6h5d:257 As6h2s:268 As5h4h:291 As3s3h:208 KsKh6d:333 KsQsJh:183 KsQs8h:236 "
        "KsQh2d:413 KsJhTh:188 KsJh5s:435 KsTh7h:557 KsTh2s:376 Ks8h8d:170 Ks8s7s:70 Ks8s3s:167 "
        "Ks7s6h:243 Ks6h3d:242 Ks4h2d:439 QsQh9d:299 QsJs7s:85 QsJs4h:342 QsTs2s:116 Qs9s8h:387 "
        "Qs9h7s:330 Qs8h3d:804 Qs7h5h:399 Qs5h5d:215 Qs5s4h:213 Qs3h2s:176 JsJhJd:51 JsJhTs:78 "
        "JsJh4s:116 JsTh4d:559 Js9h7d:434 Js9h3h:259 Js7h4s:558 Js6s2s:135 Js5h2h:319 Js4s4h:77 "
        "Js3h3d:52 Js2s2h:106 TsTh8s:230 Ts9h9d:130 Ts9h6d:125 Ts9s5h:127 Ts8s6h:312 Ts7s5s:109 "
        "Ts7h5d:350 Ts6s3h:512 Ts4h3d:287 9s9h2s:198 9s8s7s:109 9s8h3h:297 9s7h2d:405 9s6h6d:138 "
        "9s6h5h:248 9s4h2s:170 9s3h2d:124 8s8h6s:184 8s7h7d:113 8s5h4d:395 8s4s2s:87 8s4h2h:307 "
        "8s3s2h:170 7s7h4d:184 7s6s6h:96 7s6h4s:342 7s6s2h:105 7s5h2d:158 6s5h5d:50 6s5h3d:202 "
        "6s5h2s:180 6s2s2h:145 5s4s4h:145 5s3h2d:192 4s4h2d:79 4s3h2s:85 3s2s2h:46"
    ),
    184: (
        "AsAhKs:19 AsAhTd:108 AsAh9s:28 AsAh4s:81 AsAh3d:55 AsKsKh:26 AsKhQd:76 AsKhJs:136 "
        "AsKhJh:63 AsKh8h:51 AsKh7d:111 AsKh5h:90 AsKs4s:24 AsKs3h:64 AsKh2s:93 AsQsTs:46 "
        "AsQh8s:195 AsQs6h:127 AsQh3d:215 AsJh9d:332 AsJs7s:75 AsJh5d:254 AsJs3h:100 AsTsTh:115 "
        "AsTh3h:144 As9h8h:108 As9h6d:283 As9h4s:175 As9h2d:204 As8s8h:58 As8s5s:59 As8h4h:127 "
        "As8s3h:175 As7h6s:137 As6h5d:159 As6h2s:161 As5s4h:69 As5h4h:115 As5s2h:45 As4s3s:60 "
        "As4h3d:79 As3s3h:87 As3h2h:74 KsKh6s:79 KsKh6d:181 KsQhQd:95 KsQsJh:127 KsQhTd:67 "
        "KsQs8h:141 KsQh8h:100 KsQh3h:159 KsQh2d:95 KsJhTh:92 KsJh5s:245 KsJs4s:62 KsTh9s:105 "
        "KsTh7h:195 KsTs6h:237 KsTh4d:122 KsTh2s:219 Ks8h8d:127 Ks8s7s:70 Ks8h5d:277 Ks8s3s:88 "
        "Ks7s6h:227 Ks7h2h:160 Ks6h5s:52 Ks6h3d:354 Ks6s2h:103 Ks4h2d:222 Ks2h2d:50 QsQh9d:98 "
        "QsQh8s:97 QsJsTs:35 QsJs7s:54 QsJh7d:262 QsJs4h:87 QsJh2d:135 QsTh9d:194 QsTh5h:166 "
        "QsTs2s:60 QsTs2h:175 Qs9s8h:160 Qs9h7s:203 Qs9h6h:109 Qs8s4h:170 Qs8h3d:345 Qs7h7d:88 "
        "Qs7h5h:220 Qs5h5d:204 Qs5s4h:179 Qs5h3s:225 Qs3s2s:31 Qs3h2s:67 JsJhJd:21 JsJhTs:85 "
        "JsJh4s:184 JsTsTh:39 JsTs7h:36 JsTh4d:383 Js9h7d:353 Js9h6s:119 Js9s4s:54 Js9h3h:205 "
        "Js7h4s:288 Js7h2d:214 Js6h4h:131 Js6s2s:93 Js5h2h:241 Js3h3d:112 Js3s2h:184 TsTh8s:80 "
        "TsTh2d:67 Ts9s9h:53 Ts9h9d:75 Ts9h8h:105 Ts9h6d:50 Ts9s5h:110 Ts8s6h:147 Ts8s2h:100 "
        "Ts8h2s:166 Ts7h6s:82 Ts7s5s:100 Ts7h5d:368 Ts6s6h:107 Ts6s3h:250 Ts4h3d:320 9s9h6s:83 "
        "9s9h2s:80 9s8s8h:29 9s8s7s:31 9s8h7h:67 9s8h5d:224 9s8h4s:103 9s8h3h:154 9s7s4h:88 "
        "9s7h2d:305 9s6h6d:54 9s6h5h:68 9s5s4s:52 9s4s4h:89 9s4h2s:168 9s3h2d:90 8s8h6s:80 "
        "8s7h7d:137 8s7s3s:47 8s6h4h:164 8s6h3d:142 8s5s5h:71 8s5h4d:220 8s5h3s:98 8s4s2s:21 "
        "8s4h2h:162 8s3s2h:111 7s7h4d:78 7s6s6h:61 7s6h4s:218 7s6s3s:35 7s6s2h:80 7s6h2h:46 "
        "7s5s3h:76 7s5h2d:134 7s4h3d:50 7s2h2d:106 6s6h6d:15 6s6h5d:57 6s5h3d:166 6s5h2s:118 "
        "6s4s4h:53 6s4s2h:62 6s3s2s:32 6s2s2h:76 5s5h5d:11 5s4s4h:50 5s4h3h:116 5s4s2s:15 "
        "5s3h3d:91 5s3h2d:57 4s4h3s:36 4s4h2d:67 4s3h2s:60 3s2s2h:27 3s2h2d:24 2s2h2d:5"
    ),
}
