//! The interface of the page's JavaScript, and of bots there: made of the WIT files, and committed. What bots and games
//! export, the engine names.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use wit_parser::{Resolve, Type, TypeDefKind};

/// Set to write the file anew.
const UPDATE: &str = "JUDGE_UPDATE";

#[test]
fn the_pages_contract_is_that_of_the_wit_files() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/engine/contract.js");
    let right = contract();
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&file, &right).expect("the file can be written");
    }
    let written = std::fs::read_to_string(&file).expect("the file is there");
    assert!(written == right, "contract.js is not that of the WIT files; set {UPDATE}=1 to write it anew");
}

/// The functions of all interfaces, by interface and name, as JavaScript.
fn contract() -> String {
    let mut resolve = Resolve::default();
    let wit = |folder: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    resolve.push_path(wit("../../sdk/wit")).expect("the contract is valid WIT");
    resolve.push_path(wit("engine/wit")).expect("the page's own part is valid WIT");
    let mut text = String::from(
        "// The functions between page and engine, and those that bots import. Made of the WIT files by tests/contract.rs.\n\n\
         /** @type {Record<string, Record<string, import(\"./abi.js\").Signature>>} */\n\
         export const INTERFACES = {\n",
    );
    let is_ours = |name: &str| name.starts_with("judge:page/") || name == "judge:arena/host@1.0.0";
    for (id, interface) in &resolve.interfaces {
        let name = resolve.id_of(id).expect("every interface has a name");
        if !is_ours(&name) {
            continue;
        }
        writeln!(text, "  {name:?}: {{").expect("a string takes all text");
        for (name, function) in &interface.functions {
            let params: Vec<Value> = function
                .params
                .iter()
                .map(|param| json!([param.name, describe(&resolve, &param.ty)]))
                .collect();
            let result = function.result.as_ref().map(|ty| describe(&resolve, ty));
            let signature = json!({ "params": params, "result": result });
            writeln!(text, "    {name:?}: {signature},").expect("a string takes all text");
        }
        text.push_str("  },\n");
    }
    text.push_str("};\n");
    text
}

fn describe(resolve: &Resolve, ty: &Type) -> Value {
    let Type::Id(id) = ty else { return json!(format!("{ty:?}").to_lowercase()) };
    let optional = |ty: &Option<Type>| ty.as_ref().map(|ty| describe(resolve, ty));
    match &resolve.types[*id].kind {
        TypeDefKind::Type(ty) => describe(resolve, ty),
        TypeDefKind::List(ty) => json!(["list", describe(resolve, ty)]),
        TypeDefKind::Option(ty) => json!(["option", describe(resolve, ty)]),
        TypeDefKind::Result(ty) => json!(["result", optional(&ty.ok), optional(&ty.err)]),
        TypeDefKind::Record(record) => {
            let fields = record.fields.iter().map(|field| json!([field.name, describe(resolve, &field.ty)]));
            json!(["record", fields.collect::<Vec<_>>()])
        }
        TypeDefKind::Enum(ty) => {
            json!(["enum", ty.cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>()])
        }
        TypeDefKind::Variant(ty) => {
            let cases = ty.cases.iter().map(|case| json!([case.name, optional(&case.ty)]));
            json!(["variant", cases.collect::<Vec<_>>()])
        }
        other => unreachable!("the contract has no {other:?}"),
    }
}
