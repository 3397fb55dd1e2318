// run.mjs PROGRAM.wasm WORD... - runs a program for wasm32-wasi in the present folder, with node's WASI
import {readFileSync} from 'node:fs';
import {WASI} from 'node:wasi';

const wasi = new WASI({version: 'preview1', args: process.argv.slice(2), preopens: {'.': '.'}});
const program = await WebAssembly.compile(readFileSync(process.argv[2]));
const instance = await WebAssembly.instantiate(program, {wasi_snapshot_preview1: wasi.wasiImport});
process.exit(wasi.start(instance));
