-- A database of version 2.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-29 12:36:07.499718+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-29 12:36:07.500238+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-29T12:36:07.502Z','kuhn','ff12f6342e6c53de7e96551c9bac2484a114676e386ed1072aa387e129aaaa77','0000000000000000000000000000000000000000000000000000000000000000','eba05a38d0e9859bc7c04a1dbe36abd195b4a9ad2e17123acde909b176719dce');
INSERT INTO "decks" VALUES(2,'2026-11-29T12:36:07.506Z','leduc','4feeba558bb82db2f33d785e0ff760ae0f38c5f141256277460e0a66baaa84ef','eba05a38d0e9859bc7c04a1dbe36abd195b4a9ad2e17123acde909b176719dce','1980933ad65bfff308e8765139d088614a89bf7470bdf3c6a9ad747bd7ec56d2');
INSERT INTO "decks" VALUES(3,'2026-11-29T12:36:07.509Z','holdem-limit','57901ca084bb7abf173e2ed38a69d625cd2ffec627a2a344a751092b0f1a15fa','1980933ad65bfff308e8765139d088614a89bf7470bdf3c6a9ad747bd7ec56d2','dcdc77b4efd167126a04b386bd658d805d44fb3b659461b0d81d91a06eb75140');
CREATE TABLE "hand_index" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL,
   "session" TEXT NOT NULL,
   "mode" TEXT NOT NULL,
   "time" TEXT NOT NULL,
   "opponents" TEXT NOT NULL,
   "hero" INTEGER NOT NULL,
   "result" INTEGER NOT NULL,
   "big_blind" INTEGER NOT NULL,
   "text" TEXT NOT NULL,
   "content" TEXT NOT NULL
) STRICT;
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-29T12:36:07.501Z','play','2026-11-29T12:36:07.503Z','
random
',0,2,1,'player 0
player 1
random
clock cut équité
qs
js','');
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-29T12:36:07.501Z','play','2026-11-29T12:36:07.507Z','
random
',1,9,1,'player 0
player 1
random
js
qs','');
INSERT INTO "hand_index" VALUES(3,'holdem-limit','2026-11-29T12:36:07.501Z','play','2026-11-29T12:36:07.514Z','
random
',0,-10,10,'player 0
player 1
random
4d
jd','');
INSERT INTO "hand_index" VALUES(4,'holdem-nolimit@100','site.txt','imported','2026-05-02T00:00:00.000Z','
bob
ann
',-1,0,100,'bob
ann
#101
2c
7d
jh','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943');
CREATE TABLE "hands" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "deck" INTEGER NOT NULL,
   "time" TEXT NOT NULL,
   "session" TEXT NOT NULL,
   "mode" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "engines" TEXT NOT NULL,
   "hero" INTEGER NOT NULL,
   "cards" TEXT NOT NULL,
   "salt" TEXT NOT NULL,
   "holes" TEXT NOT NULL,
   "board" TEXT NOT NULL,
   "line" TEXT NOT NULL,
   "payoffs" TEXT NOT NULL,
   "notes" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "hands" VALUES(1,1,'2026-11-29T12:36:07.503Z','2026-11-29T12:36:07.501Z','play','kuhn','GAMEDEF
limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
','["Player 0","Player 1"]','["","random"]',0,'KsQsAs','2eda174692dac0f89ac2a07fc0ee5b90def2edb56d49442dd21890ae957d59d2','["Ks","Qs"]','','rc','[2,-2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','b6b3f938d339f17daec58852d420c10824bda2e3046d6ba468ae83c90a7ed1c0');
INSERT INTO "hands" VALUES(2,2,'2026-11-29T12:36:07.507Z','2026-11-29T12:36:07.501Z','play','leduc','GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
firstPlayer = 1 1
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
','["Player 0","Player 1"]','["random",""]',1,'AsQsKsKhAhQh','599ed03358c6a175be3fb0f20b25e16d3b2988c1e9a1b8e68256c34a0436ac1d','["As","Qs"]','Ks','crrc/rrf','[-9,9]','[]','b6b3f938d339f17daec58852d420c10824bda2e3046d6ba468ae83c90a7ed1c0','b64f54c78aa486e90002dd53367e1ea10c963a313a6ac13a76f138d1d46717f5');
INSERT INTO "hands" VALUES(3,3,'2026-11-29T12:36:07.514Z','2026-11-29T12:36:07.501Z','play','holdem-limit','GAMEDEF
limit
numPlayers = 2
numRounds = 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["Player 0","Player 1"]','["","random"]',0,'Jd4d5hQhTcQdAd3sAc5cTd2sAhJc5d7d3cKcTh6dKh7h8c4h3d6c8dKsJhTs7sKd4s5s4c2h7c8sQs6s8h3hJs9d9c6h2dQc9s2c9hAs','a829d5e78d5586ddda6cf4ca2329217c51ca5b566fbf0c442037af23c60e9b7c','["4dJd","5hQh"]','','rf','[-10,10]','[]','b64f54c78aa486e90002dd53367e1ea10c963a313a6ac13a76f138d1d46717f5','3310678b26e2374c9af0cea6b402523d4a857cc7a06fb90a0e33996bc81f40d7');
INSERT INTO "hands" VALUES(4,0,'2026-05-02T00:00:00.000Z','site.txt','imported','holdem-nolimit@100','GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 10000 10000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["bob","ann"]','["",""]',-1,'','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943','[null,null]','2c7dJh','r200c/cr400f','[-200,200]','["#101"]','3310678b26e2374c9af0cea6b402523d4a857cc7a06fb90a0e33996bc81f40d7','2550f15af207c4f141fca734578c6f3b9e2e17d24af873dd7d372b6738b09f70');
CREATE TABLE "seal" (
   "id" INTEGER PRIMARY KEY NOT NULL,
   "decks" INTEGER NOT NULL,
   "decks_checksum" TEXT NOT NULL,
   "hands" INTEGER NOT NULL,
   "hands_checksum" TEXT NOT NULL,
   "schema" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "seal" VALUES(1,3,'dcdc77b4efd167126a04b386bd658d805d44fb3b659461b0d81d91a06eb75140',4,'2550f15af207c4f141fca734578c6f3b9e2e17d24af873dd7d372b6738b09f70','03e1e7bfb64275a0019195fe0fdef6f72af476263948f3e8db741814944c4f26','d4903f06f543ea2e5a34d99877044429df31bd051e0819b6ea8a3d921a141033');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_hand_index_game"
    ON "hand_index" ("game");
CREATE INDEX "idx_hand_index_opponents"
    ON "hand_index" ("opponents");
CREATE INDEX "idx_hand_index_mode"
    ON "hand_index" ("mode");
CREATE INDEX idx_hand_index_content ON hand_index (content) WHERE content <> '';
COMMIT;
PRAGMA user_version = 2;
