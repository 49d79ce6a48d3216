// The functions between page and engine, and those that bots import. Made of the WIT files by tests/contract.rs.

/** @type {Record<string, Record<string, import("./abi.js").Signature>>} */
export const INTERFACES = {
  "judge:arena/host@1.0.0": {
    "log": {"params":[["line","string"]],"result":null},
    "fuel-left": {"params":[],"result":"u64"},
    "bank-left": {"params":[],"result":"u64"},
    "get-option": {"params":[["name","string"]],"result":["option","string"]},
  },
  "judge:page/bots@1.0.0": {
    "start": {"params":[["bot","u32"],["host","u32"],["seat","u8"],["interface","string"],["limits",["record",[["fuel-to-start","u64"],["memory-bytes","u64"],["table-elements","u64"],["reply-bytes","u64"],["log-bytes-per-game","u64"]]]]],"result":["result","u32",["variant",[["trap","string"],["out-of-fuel",null],["exit","u8"],["bad-reply","string"],["reply-too-long",null],["browser","string"],["recorded",["record",[["kind","string"],["detail","string"]]]],["answered","string"]]]]},
    "bank": {"params":[["bot","u32"],["beyond","u64"]],"result":null},
    "reads-lines": {"params":[["bot","u32"]],"result":"bool"},
    "look": {"params":[["bot","u32"]],"result":["record",[["fuel","u64"],["memory-bytes","u64"],["growth-refused","bool"],["log",["list","string"]]]]},
    "call": {"params":[["bot","u32"],["fuel","u64"],["function","string"],["arguments","string"]],"result":["result","string",["variant",[["trap","string"],["out-of-fuel",null],["exit","u8"],["bad-reply","string"],["reply-too-long",null],["browser","string"],["recorded",["record",[["kind","string"],["detail","string"]]]],["answered","string"]]]]},
    "go-on": {"params":[["bot","u32"],["fuel","u64"]],"result":["result",null,["variant",[["trap","string"],["out-of-fuel",null],["exit","u8"],["bad-reply","string"],["reply-too-long",null],["browser","string"],["recorded",["record",[["kind","string"],["detail","string"]]]],["answered","string"]]]]},
    "load": {"params":[["host","u32"],["at","u32"],["bytes","u32"]],"result":["list","u8"]},
    "store": {"params":[["host","u32"],["at","u32"],["bytes",["list","u8"]]],"result":null},
    "charge": {"params":[["host","u32"],["bytes","u64"]],"result":["option","u64"]},
  },
  "judge:page/hosts@1.0.0": {
    "preview1": {"params":[],"result":["list","string"]},
    "call": {"params":[["host","u32"],["function","u32"],["given",["list","u64"]],["memory-bytes",["option","u64"]],["fuel-left","u64"]],"result":["variant",[["returned","u32"],["reads-later",null],["answered",null],["stopped",["variant",[["trap","string"],["out-of-fuel",null],["exit","u8"],["bad-reply","string"],["reply-too-long",null],["browser","string"],["recorded",["record",[["kind","string"],["detail","string"]]]],["answered","string"]]]]]]},
  },
  "judge:page/arena@1.0.0": {
    "draw": {"params":[["film","string"]],"result":["result",["list","u8"],"string"]},
    "sha256": {"params":[["bytes",["list","u8"]]],"result":"string"},
    "instrument": {"params":[["wasm",["list","u8"]],["memory-pages-max","u64"],["table-elements-max","u64"],["fuel-to-start","u64"]],"result":["result",["list","u8"],"string"]},
    "load-game": {"params":[["number","u32"],["sha256","string"],["interface","string"],["limits","string"]],"result":["result",null,"string"]},
    "odds": {"params":[["fuel","string"]],"result":["result",null,"string"]},
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
    "reckon": {"params":[["facts","string"],["games","string"]],"result":["result","string","string"]},
    "finish": {"params":[],"result":["result","string","string"]},
  },
};
