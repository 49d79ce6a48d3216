// Packs a file by gzip, as small as can be: an engine is packed once, and loaded by every reader.
//
//   node judge/page/web/pack.mjs FILE PACKED

import { readFileSync, writeFileSync } from "node:fs";
import zopfli from "@gfx/zopfli";

const [file, packed] = process.argv.slice(2);
writeFileSync(packed, await zopfli.gzipAsync(readFileSync(file), { numiterations: 15 }));
