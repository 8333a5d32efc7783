-- A database of version 4, as it was before hands had facts of their files.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-23 02:46:00.622677+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-23 02:46:00.623184+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'hands','003_matches','2026-11-23 02:46:00.623880+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'hands','004_opponents','2026-11-23 02:46:00.624133+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-23T02:46:01.494Z','kuhn','8020c93e95cc878ccebc0317f66818ee6f8b75930938406e1a5f154d6ad4d6e3','0000000000000000000000000000000000000000000000000000000000000000','18d5608bece6858adf486592f74c11b3df767a54714922fe36bc53e88eba29b4');
INSERT INTO "decks" VALUES(2,'2026-11-23T02:46:04.743Z','leduc','37adbf0afc5612d608849e7f84c78691424649e5a1cc966312b6702944ef7e28','18d5608bece6858adf486592f74c11b3df767a54714922fe36bc53e88eba29b4','d5abffc24396d63a56b3554b54f508f959da9cd5b66cf10cf3c69b8c26862f6d');
INSERT INTO "decks" VALUES(3,'2026-11-23T02:46:04.748Z','holdem-nolimit@100','8756569f5610e3859712e5d4404ff57097af47a192a10a22ee2441f708eeec3e','d5abffc24396d63a56b3554b54f508f959da9cd5b66cf10cf3c69b8c26862f6d','74fc03a9ac3dc522cf53c83ca88ffac99ee50646b4f92f985dc2fac19fe810d0');
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
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-23T02:46:00.625Z','play','2026-11-23T02:46:04.256Z','
random
',0,-2,1,'player 0
player 1
random
clock cut équité
qs
ks','');
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-23T02:46:00.625Z','play','2026-11-23T02:46:04.745Z','
random
',1,9,1,'player 0
player 1
random
kh
qs','');
INSERT INTO "hand_index" VALUES(3,'holdem-nolimit@100','2026-11-23T02:46:00.625Z','play','2026-11-23T02:46:04.749Z','
random
',0,-100,100,'player 0
player 1
random
2h
3d','');
INSERT INTO "hand_index" VALUES(4,'holdem-nolimit@20','holdem-nolimit@20.txt','imported','2026-11-23T02:46:04.752Z','
Rival
',0,100,100,'you
rival
#1
6c
js
kc
qd
td
2d
9d','30e162bec887b6348aeee45890078bc8ca2952d63e3121a239353efc3375e0d5');
INSERT INTO "hand_index" VALUES(5,'holdem-nolimit@20','holdem-nolimit@20.txt','imported','2026-11-23T02:46:04.752Z','
Rival
',0,-100,100,'you
rival
#2
7c
kc
ac
kd
ad','602734e67cc74cee795bb98818f864d0b7f4f83ce7b52bad371ede9561267d3f');
INSERT INTO "hand_index" VALUES(6,'holdem-nolimit-3','holdem-nolimit-3.txt','imported','2026-11-23T02:46:04.937Z','
ann
bob
cyd
',-1,0,100,'ann
bob
cyd
#1
2h
8d
5s
ks
7h
jh
6c
9d
qd
8h
4d','cccaf4059b402c14c7240eac2cdbf7b489095d79bf6a2b01b131fd7bb1bd6aa0');
INSERT INTO "hand_index" VALUES(7,'holdem-nolimit-3','holdem-nolimit-3.txt','imported','2026-11-23T02:46:04.937Z','
ann
bob
cyd
',-1,0,100,'ann
bob
cyd
#2
7h
8h
4s
kc
7s
9c
7d
td
4d
ac
4h','6649187c3c96a7c4afe986f1bf35f16c38a4a8579eabf3e24c20c568b170623d');
INSERT INTO "hand_index" VALUES(8,'holdem-nolimit-10/25','odd.txt','imported','2026-11-23T02:46:04.942Z','
ann
bob
cyd
',-1,0,25,'ann
bob
cyd
#1
7d
jd
6h
7h
4c
8h
kh
jc
qd','7683d4022a9ceb1c5c1cb83aab7ff1952bcc3cf01c6bfc129339561384e65a6f');
INSERT INTO "hand_index" VALUES(9,'holdem-nolimit-10/25','odd.txt','imported','2026-11-23T02:46:04.942Z','
ann
bob
cyd
',-1,0,25,'ann
bob
cyd
#2
th
ts
5s
6d
2h
9h
ac
9s
ad
4d
6h','497be5e459bba702f047075cc9804bfd829c5056c6910c58272d0ea2b3b33b66');
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
INSERT INTO "hands" VALUES(1,1,'2026-11-23T02:46:04.256Z','2026-11-23T02:46:00.625Z','play','kuhn','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'KsAsQs','e42de3f921c997083a09d67fcdd29231507f2501206d1537dace726ad11f2821','["Ks","As"]','','rc','[-2,2]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','f1aca64cbb764350288a5b0d493a67d6cdc7868bf1ef63c0377e6530984f77a2');
INSERT INTO "hands" VALUES(2,2,'2026-11-23T02:46:04.745Z','2026-11-23T02:46:00.625Z','play','leduc','GAMEDEF
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
','["Player 0","Player 1"]','["random",""]',1,'KhAhKsAsQsQh','6c8f9094b2b2c92703cf24f940c61d36227f25f2d36c4512e84087419fe8b729','["Kh","Ah"]','Ks','crrc/rrf','[-9,9]','[]','f1aca64cbb764350288a5b0d493a67d6cdc7868bf1ef63c0377e6530984f77a2','20a4fdf9326eb0bb582333196e60734f31f60f74cdc0a1d3c8bee405d2dbe060');
INSERT INTO "hands" VALUES(3,3,'2026-11-23T02:46:04.749Z','2026-11-23T02:46:00.625Z','play','holdem-nolimit@100','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'2h3dJsTs5d9s5h6hQdAdQcTh6d5cJcQh3cJd7d3h4h5sKh6sTdAhKsKc8c8d7s9d4d9c2s7h2cTc2dJh7c4s6c8hAs8sKdQsAc3s4c9h','4576a5e0e4dc4160a5eed189916581351886b30f5c17d8a92c4de07089d015e9','["2h3d","TsJs"]','','r234f','[-100,100]','[]','20a4fdf9326eb0bb582333196e60734f31f60f74cdc0a1d3c8bee405d2dbe060','f59482a088ba3147f027b1f29018d6bc5c305f23f8a2a9f7208fd8f100981b05');
INSERT INTO "hands" VALUES(4,0,'2026-11-23T02:46:04.752Z','holdem-nolimit@20.txt','imported','holdem-nolimit@20','GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 2000 2000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["You","Rival"]','["",""]',0,'','30e162bec887b6348aeee45890078bc8ca2952d63e3121a239353efc3375e0d5','["6cJs","7hKs"]','KcQdTd2d9d','cc/cc/cc/r201f','[100,-100]','["#1"]','f59482a088ba3147f027b1f29018d6bc5c305f23f8a2a9f7208fd8f100981b05','17f637016f794697dc5cc760949b97a2189c7b245a9776adf27c9d2056c569b7');
INSERT INTO "hands" VALUES(5,0,'2026-11-23T02:46:04.752Z','holdem-nolimit@20.txt','imported','holdem-nolimit@20','GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 2000 2000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["You","Rival"]','["",""]',0,'','602734e67cc74cee795bb98818f864d0b7f4f83ce7b52bad371ede9561267d3f','["7cKc","4s9h"]','AcKdAd','cc/cr200f','[-100,100]','["#2"]','17f637016f794697dc5cc760949b97a2189c7b245a9776adf27c9d2056c569b7','67675f94694d6c3f80f45f699c8c1025601ad80b653d353a90b970295d3bca71');
INSERT INTO "hands" VALUES(6,0,'2026-11-23T02:46:04.937Z','holdem-nolimit-3.txt','imported','holdem-nolimit-3','GAMEDEF
nolimit
numPlayers = 3
numRounds = 4
stack = 20000 20000 20000
blind = 50 100 0
firstPlayer = 3 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["ann","bob","cyd"]','["","",""]',-1,'','cccaf4059b402c14c7240eac2cdbf7b489095d79bf6a2b01b131fd7bb1bd6aa0','["2h8d","5sKs","7hJh"]','6c9dQd8h4d','ccc/cr200r486r907r1707cc/r20000cc/','[40000,-20000,-20000]','["#1"]','67675f94694d6c3f80f45f699c8c1025601ad80b653d353a90b970295d3bca71','1be674e651f234891099a73e1f8b5d07602ff11e2af2aa55461a095f73dd0b70');
INSERT INTO "hands" VALUES(7,0,'2026-11-23T02:46:04.937Z','holdem-nolimit-3.txt','imported','holdem-nolimit-3','GAMEDEF
nolimit
numPlayers = 3
numRounds = 4
stack = 20000 20000 20000
blind = 50 100 0
firstPlayer = 3 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["ann","bob","cyd"]','["","",""]',-1,'','6649187c3c96a7c4afe986f1bf35f16c38a4a8579eabf3e24c20c568b170623d','["7h8h","4sKc","7s9c"]','7dTd4dAc4h','cr304fc/cc/cr20000c/','[50,-100,50]','["#2"]','1be674e651f234891099a73e1f8b5d07602ff11e2af2aa55461a095f73dd0b70','e5e289f7a9ca804bd8e35a917d223df1e02145ca90af027c36bfe5b0967ec726');
INSERT INTO "hands" VALUES(8,0,'2026-11-23T02:46:04.942Z','odd.txt','imported','holdem-nolimit-10/25','GAMEDEF
nolimit
numPlayers = 3
numRounds = 4
stack = 2500 2500 2500
blind = 10 25 0
firstPlayer = 3 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["ann","bob","cyd"]','["","",""]',-1,'','7683d4022a9ceb1c5c1cb83aab7ff1952bcc3cf01c6bfc129339561384e65a6f','["7dJd","6h7h","4c8h"]','KhJcQd','r89cf/r170f','[114,-25,-89]','["#1"]','e5e289f7a9ca804bd8e35a917d223df1e02145ca90af027c36bfe5b0967ec726','44a71e84feb8219ed9bd57781d4f1115916e07f22afb6ac0337ef57de297b3cf');
INSERT INTO "hands" VALUES(9,0,'2026-11-23T02:46:04.942Z','odd.txt','imported','holdem-nolimit-10/25','GAMEDEF
nolimit
numPlayers = 3
numRounds = 4
stack = 2500 2500 2500
blind = 10 25 0
firstPlayer = 3 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
','["ann","bob","cyd"]','["","",""]',-1,'','497be5e459bba702f047075cc9804bfd829c5056c6910c58272d0ea2b3b33b66','["ThTs","5s6d","2h9h"]','Ac9sAd4d6h','r1264r2500cc///','[5000,-2500,-2500]','["#2"]','44a71e84feb8219ed9bd57781d4f1115916e07f22afb6ac0337ef57de297b3cf','5ec12b63c7fef382f4e43b4caf784fd8b4c4284e30455e3ab70a890197cc1b10');
CREATE TABLE "match_blocks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "match" INTEGER NOT NULL,
   "first" INTEGER NOT NULL,
   "hands" INTEGER NOT NULL,
   "tally" TEXT NOT NULL,
   "digest" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL,
   "data" BLOB NOT NULL
) STRICT;
CREATE TABLE "matches" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "session" TEXT NOT NULL,
   "mode" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "engines" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "seed" TEXT NOT NULL,
   "duplicate" INTEGER NOT NULL,
   "hands" INTEGER NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
CREATE TABLE "opponents" (
   "name" TEXT NOT NULL,
   "family" TEXT NOT NULL,
   "hands" INTEGER NOT NULL,
   "updated" TEXT NOT NULL,
   "digest" TEXT NOT NULL,
   "checksum" TEXT NOT NULL,
   "data" BLOB NOT NULL,
   PRIMARY KEY ("name", "family")
) STRICT;
CREATE TABLE "seal" (
   "id" INTEGER PRIMARY KEY NOT NULL,
   "decks" INTEGER NOT NULL,
   "decks_checksum" TEXT NOT NULL,
   "hands" INTEGER NOT NULL,
   "hands_checksum" TEXT NOT NULL,
   "matches" INTEGER NOT NULL,
   "matches_checksum" TEXT NOT NULL,
   "match_blocks" INTEGER NOT NULL,
   "match_blocks_checksum" TEXT NOT NULL,
   "schema" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "seal" VALUES(1,3,'74fc03a9ac3dc522cf53c83ca88ffac99ee50646b4f92f985dc2fac19fe810d0',9,'5ec12b63c7fef382f4e43b4caf784fd8b4c4284e30455e3ab70a890197cc1b10',0,'0000000000000000000000000000000000000000000000000000000000000000',0,'0000000000000000000000000000000000000000000000000000000000000000','925f87c922de9266f4170a2c8c69e5bf3b49d31499046e6b0123325b7e153bbf','cb025b9c3467f61bf4e1fddbd4f5833774e49fdff5feef8d96978fc8ec94f0f5');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_hand_index_game"
    ON "hand_index" ("game");
CREATE INDEX "idx_hand_index_opponents"
    ON "hand_index" ("opponents");
CREATE INDEX "idx_hand_index_mode"
    ON "hand_index" ("mode");
CREATE INDEX idx_hand_index_content ON hand_index (content) WHERE content <> '';
CREATE INDEX "idx_match_blocks_match_first"
    ON "match_blocks" ("match", "first");
COMMIT;
PRAGMA user_version = 4;
