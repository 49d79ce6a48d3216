// The functions of the contract, and between page and engine. Made of the WIT files by tests/contract.rs.

/** @type {Record<string, Record<string, import("./abi.js").Signature>>} */
export const INTERFACES = {
  "judge:arena/battleship@1.0.0": {
    "name": {"params":[],"result":"string"},
    "new-game": {"params":[["setup",["record",[["seed","u64"],["seat","u8"],["seats","u8"],["size","u8"],["fleet",["list","u8"]],["no-touch","bool"]]]]],"result":["list",["record",[["x","u8"],["y","u8"],["length","u8"],["orientation",["enum",["across","down"]]]]]]},
    "take-turn": {"params":[["state",["list","u8"]],["ships-remaining",["list","u8"]]],"result":["record",[["x","u8"],["y","u8"]]]},
  },
  "judge:arena/freedom@1.0.0": {
    "name": {"params":[],"result":"string"},
    "new-game": {"params":[["setup",["record",[["seed","u64"],["seat","u8"],["seats","u8"],["size","u8"],["scoring",["enum",["multiplicity","distinct"]]]]]]],"result":null},
    "make-move": {"params":[["board",["list","u8"]],["last",["option",["record",[["x","u8"],["y","u8"]]]]]],"result":["record",[["x","u8"],["y","u8"]]]},
  },
  "judge:arena/gobblet@1.0.0": {
    "name": {"params":[],"result":"string"},
    "new-game": {"params":[["setup",["record",[["seed","u64"],["seat","u8"],["seats","u8"],["size","u8"],["plies-max","u32"]]]]],"result":null},
    "play": {"params":[["board",["list","u8"]]],"result":["variant",[["enter",["record",[["size","u8"],["to",["record",[["x","u8"],["y","u8"]]]]]]],["move",["record",[["from",["record",[["x","u8"],["y","u8"]]]],["to",["record",[["x","u8"],["y","u8"]]]]]]]]]},
  },
  "judge:arena/host@1.0.0": {
    "log": {"params":[["line","string"]],"result":null},
    "fuel-left": {"params":[],"result":"u64"},
    "bank-left": {"params":[],"result":"u64"},
  },
  "judge:arena/othello@1.0.0": {
    "name": {"params":[],"result":"string"},
    "new-game": {"params":[["setup",["record",[["seed","u64"],["seat","u8"],["seats","u8"],["size","u8"]]]]],"result":null},
    "choose": {"params":[["own","u64"],["opponent","u64"],["legal","u64"]],"result":["record",[["x","u8"],["y","u8"]]]},
  },
  "judge:arena/stones@1.0.0": {
    "name": {"params":[],"result":"string"},
    "new-game": {"params":[["setup",["record",[["seed","u64"],["seat","u8"],["seats","u8"],["columns","u8"],["rows","u8"],["neighbours","u8"],["no-hit-limit","u32"],["max-turns","u32"]]]]],"result":null},
    "update": {"params":[["message",["variant",[["game-start",null],["turn-to","u8"],["move",["record",[["player","u8"],["step",["record",[["from",["record",[["x","u8"],["y","u8"]]]],["to",["record",[["x","u8"],["y","u8"]]]]]]]]]],["hit",["record",[["player","u8"],["square",["record",[["x","u8"],["y","u8"]]]]]]],["player-lost","u8"],["player-won","u8"]]]],["board",["list","s8"]]],"result":null},
    "next-move": {"params":[],"result":["record",[["from",["record",[["x","u8"],["y","u8"]]]],["to",["record",[["x","u8"],["y","u8"]]]]]]},
  },
  "judge:page/bots@1.0.0": {
    "start": {"params":[["bot","u32"],["seat","u8"],["limits",["record",[["fuel-to-start","u64"],["memory-bytes","u64"],["table-elements","u64"],["reply-bytes","u64"],["log-bytes-per-game","u64"]]]]],"result":["result","u32",["variant",[["trap","string"],["out-of-fuel",null],["bad-reply","string"],["reply-too-long",null],["browser","string"],["recorded",["record",[["kind","string"],["detail","string"]]]],["answered","string"]]]]},
    "bank": {"params":[["bot","u32"],["beyond","u64"]],"result":null},
    "look": {"params":[["bot","u32"]],"result":["record",[["fuel","u64"],["memory-bytes","u64"],["growth-refused","bool"],["log",["list","string"]]]]},
    "call": {"params":[["bot","u32"],["fuel","u64"],["function","string"],["arguments","string"]],"result":["result","string",["variant",[["trap","string"],["out-of-fuel",null],["bad-reply","string"],["reply-too-long",null],["browser","string"],["recorded",["record",[["kind","string"],["detail","string"]]]],["answered","string"]]]]},
  },
  "judge:page/arena@1.0.0": {
    "sha256": {"params":[["bytes",["list","u8"]]],"result":"string"},
    "instrument": {"params":[["wasm",["list","u8"]],["memory-pages-max","u64"],["table-elements-max","u64"],["fuel-to-start","u64"]],"result":["result",["list","u8"],"string"]},
    "open": {"params":[["line","string"]],"result":["result",null,"string"]},
    "step": {"params":[["seat",["option","u8"]]],"result":["result","string","string"]},
    "run": {"params":[],"result":["result",null,"string"]},
    "play-to": {"params":[["turns","u32"]],"result":["result",null,"string"]},
    "act": {"params":[["action","string"]],"result":["result",null,"string"]},
    "take-back": {"params":[["turn","u32"]],"result":["result",null,"string"]},
    "fork": {"params":[["turn","u32"],["action","string"]],"result":["result",null,"string"]},
    "give-to-bot": {"params":[["seat","u8"],["bot","u32"]],"result":["result",null,"string"]},
    "give-to-person": {"params":[["seat","u8"],["turn","u32"]],"result":["result",null,"string"]},
    "explain": {"params":[["turn","u32"],["action","string"]],"result":["result",null,"string"]},
    "reckon": {"params":[["games","string"]],"result":["result","string","string"]},
    "finish": {"params":[],"result":["result","string","string"]},
  },
};
