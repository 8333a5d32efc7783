-- A database of version 9.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'hands','001_hands','2026-11-29 12:35:46.718601+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'hands','002_hand_index','2026-11-29 12:35:46.719170+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'hands','003_matches','2026-11-29 12:35:46.719939+00:00');
INSERT INTO "_sqlite_migrations" VALUES(4,'hands','004_opponents','2026-11-29 12:35:46.720204+00:00');
INSERT INTO "_sqlite_migrations" VALUES(5,'hands','005_open_hands','2026-11-29 12:35:46.720585+00:00');
INSERT INTO "_sqlite_migrations" VALUES(6,'hands','006_facts','2026-11-29 12:35:46.721671+00:00');
INSERT INTO "_sqlite_migrations" VALUES(7,'hands','007_tournaments','2026-11-29 12:35:46.721891+00:00');
INSERT INTO "_sqlite_migrations" VALUES(8,'hands','008_drill_answers','2026-11-29 12:35:46.734382+00:00');
INSERT INTO "_sqlite_migrations" VALUES(9,'hands','009_hand_notes','2026-11-30 06:56:33.283760+00:00');
CREATE TABLE "decks" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "hash" TEXT NOT NULL,
   "previous" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "decks" VALUES(1,'2026-11-29T12:35:46.762Z','kuhn','6ef719a40ff8d0763e20616212bbe3388d0536f3ce0e3981e0cef22f555e388b','0000000000000000000000000000000000000000000000000000000000000000','be3bfd83b622fcd0c0f7710d4ffd301f93f9d6b139800602f51b7c6cb08ee07c');
INSERT INTO "decks" VALUES(2,'2026-11-29T12:35:46.806Z','leduc','12b1fa7279725ee9f453f3291afa510c64d2411b83d81438e2e22bc6348165c5','be3bfd83b622fcd0c0f7710d4ffd301f93f9d6b139800602f51b7c6cb08ee07c','faa2a2c7ff0e3b556fffdf27e2130d762acebe0ceb580b7ee57578f3d0c2b398');
INSERT INTO "decks" VALUES(3,'2026-11-29T12:35:46.884Z','holdem-limit','c1c92eb1f5f8010ab52f506b32cd09aaf0773a788c53188c73e326460f6b1ca1','faa2a2c7ff0e3b556fffdf27e2130d762acebe0ceb580b7ee57578f3d0c2b398','3233d1b240d808e2437a49beb7c986e09efd4a89d0c93e6c7a6379b49f77a53e');
INSERT INTO "decks" VALUES(4,'2026-11-29T12:35:47.062Z','leduc','acec6eed73768c652d8293bf269429a446a89f0408a191dfb79f55d712a137c8','3233d1b240d808e2437a49beb7c986e09efd4a89d0c93e6c7a6379b49f77a53e','4319a6a7195776e089831b4e18799a3c11792cdb43f98211b4692ffff8424bc2');
CREATE TABLE "drill_answers" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "judge" TEXT NOT NULL,
   "source" TEXT NOT NULL,
   "card" TEXT NOT NULL,
   "line" TEXT NOT NULL,
   "board" TEXT NOT NULL,
   "hole" TEXT NOT NULL,
   "action" TEXT NOT NULL,
   "verdict" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "drill_answers" VALUES(1,'2026-11-29T12:35:47.044Z','leduc','GAMEDEF
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
','cfr','hand 1','0.0.0.0./J','','','Qh','c','["best","good",0.0,1.5,0,true]','ffd81f0fa0301cc1ef69a217ac55593d8eab5a0dd3d5dc474e6469599c867c1c');
INSERT INTO "drill_answers" VALUES(2,'2026-11-29T12:35:47.044Z','leduc','GAMEDEF
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
','cfr','hand 2','0.0.0.0./J','','','Qh','c','["best","good",0.0,1.5,1,true]','00c99a02b1a8d78c6b81ff2ac859d984834a5a82c83ef576d009a4b561c02538');
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
, tags TEXT NOT NULL DEFAULT '', hole TEXT NOT NULL DEFAULT '', position TEXT NOT NULL DEFAULT '', pot TEXT NOT NULL DEFAULT '', street INTEGER NOT NULL DEFAULT -1, seen INTEGER NOT NULL DEFAULT -1) STRICT;
INSERT INTO "hand_index" VALUES(1,'kuhn','2026-11-29T12:35:46.756Z','play','2026-11-29T12:35:46.770Z','
random
',0,1,1,'player 0
player 1
random
clock cut équité
bluff
river
too large
js','','
bluff
river
','','','',0,0);
INSERT INTO "hand_index" VALUES(2,'leduc','2026-11-29T12:35:46.756Z','play','2026-11-29T12:35:46.827Z','
random
',1,3,1,'player 0
player 1
random
ks','','','','','',-1,-1);
INSERT INTO "hand_index" VALUES(3,'holdem-limit','2026-11-29T12:35:46.756Z','play','2026-11-29T12:35:46.895Z','
random
',0,20,10,'player 0
player 1
random
5h
kh
7c
2d
as','','','','','',-1,-1);
INSERT INTO "hand_index" VALUES(4,'holdem-nolimit-$0.50/$1','site.txt','imported','2026-05-02T00:00:00.000Z','
bob
',1,200,100,'bob
ann
#101
bluff
2c
7d
jh','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943','
bluff
','','BTN','single-raised',1,2);
CREATE TABLE "hand_notes" (
   "hand" INTEGER PRIMARY KEY NOT NULL,
   "updated" TEXT NOT NULL,
   "tags" TEXT NOT NULL,
   "note" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "hand_notes" VALUES(1,'2026-11-30T06:56:33.415Z','["bluff","river"]','too large','c28311679c1b1e362a43a60622fe75fa9d225bcd2585afcdec66fe70c89798bf');
INSERT INTO "hand_notes" VALUES(4,'2026-11-30T06:56:34.955Z','["bluff"]','','fd814ded9eb3c40301f0f7fa1610d572fc2a16271dd3c96616c5ddc403df5a62');
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
, facts TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "hands" VALUES(1,1,'2026-11-29T12:35:46.770Z','2026-11-29T12:35:46.756Z','play','kuhn','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'QsAsKs','da0bd733bd224359d86a9d1369cfd5ad951a600ae66fd31fd717a7fe8f08d39f','["Qs","As"]','','rf','[1,-1]','["clock cut équité"]','0000000000000000000000000000000000000000000000000000000000000000','5bc6d19960a7ba25f74fcdc4a64c5f20e6a5353368a5fced9cb18b99a3357a0b','');
INSERT INTO "hands" VALUES(2,2,'2026-11-29T12:35:46.827Z','2026-11-29T12:35:46.756Z','play','leduc','GAMEDEF
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
','["Player 0","Player 1"]','["random",""]',1,'KsAsQsQhAhKh','64cee40f01b05792e4de5b0a37bdfd78936f155967512e7a13838cdfb2991a64','["Ks","As"]','','rrf','[-3,3]','[]','5bc6d19960a7ba25f74fcdc4a64c5f20e6a5353368a5fced9cb18b99a3357a0b','40b999a2f724cf9eceb09e97535ee76d943104a414f71d1cc4ef549747d410e7','');
INSERT INTO "hands" VALUES(3,3,'2026-11-29T12:35:46.895Z','2026-11-29T12:35:46.756Z','play','holdem-limit','GAMEDEF
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
','["Player 0","Player 1"]','["","random"]',0,'Kh5hJd3h7c2dAsKdQdTh2c8c5d8sKcTdAh9c9sTs7h3s7d9hQcTc4dQsJs6dKs2s3d8d9d4h7s4c5s6cJc3c5cQhAc6hJh4sAd2h8h6s','fd2a6f48c91a97c5df450624aed14ca88f250000f615d7881914bbfd89fe7642','["5hKh","3hJd"]','7c2dAs','rc/rf','[20,-20]','[]','40b999a2f724cf9eceb09e97535ee76d943104a414f71d1cc4ef549747d410e7','3ab929a4d630b0eaa34fd886d6d7809644df0baf510139d497feacf0d4920da7','');
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
','["bob","ann"]','["",""]',-1,'','d9f31b4893d2669b08c2c95fd7ac8155e5062b23709aa567d1edd7eb9f80d943','[null,null]','2c7dJh','r200c/cr400f','[-200,200]','["#101"]','3ab929a4d630b0eaa34fd886d6d7809644df0baf510139d497feacf0d4920da7','620469661172a5ca5ec7ec2a74aa49dfb0ed8724b0d60903abf7f830f8b29bae','{"symbol":"$","unit":100}');
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
INSERT INTO "match_blocks" VALUES(1,1,0,8,'{"units":4,"chips":[2,-2],"squares":[156.0,156.0],"hands_in":[[4,4],[4,4]],"chips_in":[[-10,12],[-12,10]],"squares_in":[[172.0,44.0],[44.0,172.0]],"counts":[[8,8,8,8,2,1,2,1,0,2,2],[8,8,4,4,1,0,2,1,1,6,2]]}','49422e77734a1942ed079552821e7f39753ab0e63c74da9b7200db8d6b45d511','0000000000000000000000000000000000000000000000000000000000000000','e1973b2b7747b2d9562df892a5cafb503736b6a11b6a2aef8bb5673aa1c66f0a',X'011B000000789C2B4AE34A2E2A4AD64F2E0231D2B8406C2006D2690081D409577801636064626066616130D6D7D7323236D2D3D636D607000F710247');
INSERT INTO "match_blocks" VALUES(2,2,0,4,'{"units":2,"chips":[8,-8],"squares":[40.0,40.0],"hands_in":[[2,2],[2,2]],"chips_in":[[2,6],[-6,-2]],"squares_in":[[2.0,26.0],[26.0,2.0]],"counts":[[4,4,4,4,1,0,1,0,0,0,0],[4,4,1,1,0,0,1,0,0,4,1]]}','bc67fc98a38a1d9325c1a0b03a0467ee190eea6cdc0c0a9070963124e91ce6d7','e1973b2b7747b2d9562df892a5cafb503736b6a11b6a2aef8bb5673aa1c66f0a','e89f248ad45c21b03878257f213113161ca4981f7497ad3c437f446d7f86f277',X'0114000000789C2B4AE34A2E2A4AD64F2E0231D20029BE053C78016360646230D63732D6D6060004220121');
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
INSERT INTO "matches" VALUES(1,'2026-11-29T12:35:46.986Z','2026-11-29T12:35:46.756Z','watch','leduc','GAMEDEF
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
','["raise","random"]','["raise","random"]','3',1,8,'0000000000000000000000000000000000000000000000000000000000000000','3bd7237a995ab6b3385ea1e11b17b5115e869132f4394f8e4ea81a0d7e803f45');
INSERT INTO "matches" VALUES(2,'2026-11-29T12:35:47.023Z','2026-11-29T12:35:46.756Z','tournament','leduc','GAMEDEF
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
','["raise","random"]','["raise","random"]','3',1,1000,'3bd7237a995ab6b3385ea1e11b17b5115e869132f4394f8e4ea81a0d7e803f45','8f26954014dd186f03f08755fe4b867b57acd90740f457cfc6cf6b7a6273cbd6');
CREATE TABLE "open_hands" (
   "deck" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "engines" TEXT NOT NULL,
   "hero" INTEGER NOT NULL,
   "cards" TEXT NOT NULL,
   "salt" TEXT NOT NULL,
   "line" TEXT NOT NULL,
   "notes" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "open_hands" VALUES(4,'2026-11-29T12:35:47.062Z','leduc','GAMEDEF
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
','["","random"]',0,'QhKhQsKsAhAs','73f9cdcea4dd4c9a872628c2ab508b6d840037d488b354756a817948482738ed','','[]','3532ae0c2e28bc9593b47e3de4fb57746342da6c455c6934f680fefe8d5490c2');
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
INSERT INTO "opponents" VALUES('you','leduc',1,'2026-11-29T12:35:46.962Z','58a78c0e2f70fbfd262a4bbf1f6bacc57cd34bedbdcfa9eace40cb8f0a9634fb','12dcbeaa10e5feadef94b2253064c5d8876c453a87cfc87885de5fe73c4c6c3f',X'18010000000000007B225F5F6D657461646174615F5F223A207B227265636F7264223A20227B5C22666F726D61745F76657273696F6E5C223A20312C205C226B696E645C223A205C226F70706F6E656E745C222C205C2273746174655C223A207B5C22666F726D61745C223A20312C205C226B65795C223A205C226C656475635C227D7D222C2022636F6E74656E745F68617368223A202236303339653863633166363535633338303064393135663462646238613161383863633832303039653236376162613333346132636331386163353666343737227D2C20226E223A207B226474797065223A2022463634222C20227368617065223A205B345D2C2022646174615F6F666673657473223A205B302C2033325D7D7D20202020202020000000000000F03F000000000000F03F000000000000F03F000000000000F03F');
CREATE TABLE "people" (
   "name" TEXT PRIMARY KEY NOT NULL,
   "hero" INTEGER NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "people" VALUES('bob',0,'0343f415222626ec98538fe75a6b2c6343b3b65af7974ce11d99d4dbae785d93');
INSERT INTO "people" VALUES('ann',1,'16ec3f61df1d6cf83a971dc1ca797aab242f469d20fad53b55d31d3f16a71537');
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
INSERT INTO "seal" VALUES(1,4,'4319a6a7195776e089831b4e18799a3c11792cdb43f98211b4692ffff8424bc2',4,'620469661172a5ca5ec7ec2a74aa49dfb0ed8724b0d60903abf7f830f8b29bae',2,'8f26954014dd186f03f08755fe4b867b57acd90740f457cfc6cf6b7a6273cbd6',2,'e89f248ad45c21b03878257f213113161ca4981f7497ad3c437f446d7f86f277','580cb9d83a46ca741f760084739a84d1ba82b3786dca065ca7e110ccf2ede507','4f1f5e99d82eb26f58599a6940673dc8cacf26694080db55fdc02603cbfe17a3');
CREATE TABLE "tournaments" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "time" TEXT NOT NULL,
   "updated" TEXT NOT NULL,
   "game" TEXT NOT NULL,
   "definition" TEXT NOT NULL,
   "plan" TEXT NOT NULL,
   "state" TEXT NOT NULL,
   "checksum" TEXT NOT NULL
) STRICT;
INSERT INTO "tournaments" VALUES(1,'2026-11-29T12:35:47.009Z','2026-11-29T12:35:47.024Z','leduc','GAMEDEF
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
','{"engines":[{"name":"raise","digest":""},{"name":"random","digest":""}],"gauntlet":false,"hands":1000,"block":4,"seed":"3","clock":10.0,"seats":2}','{"stop":false,"pairs":[{"pair":[0,1],"match":2,"loser":-1,"reason":""}]}','c54423dee389a989ea8670ef31ebd579b0cba9b5d0870391465f314895092d3e');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX "idx_match_blocks_match_first"
    ON "match_blocks" ("match", "first");
CREATE INDEX "idx_hand_index_game"
    ON "hand_index" ("game");
CREATE INDEX "idx_hand_index_opponents"
    ON "hand_index" ("opponents");
CREATE INDEX "idx_hand_index_mode"
    ON "hand_index" ("mode");
CREATE INDEX idx_hand_index_content ON hand_index (content) WHERE content <> '';
CREATE INDEX idx_hand_index_unread ON hand_index (number) WHERE street = -1;
CREATE INDEX idx_hand_index_tags ON hand_index (number) WHERE tags <> '';
CREATE INDEX idx_hand_index_hole ON hand_index (hole);
CREATE INDEX idx_hand_index_sums ON hand_index (game, big_blind, mode, hero, result, hole, position, pot, street, seen);
COMMIT;
PRAGMA user_version = 9;
