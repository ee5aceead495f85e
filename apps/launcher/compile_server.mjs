import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { transformWithOxc } from 'vite'

/** The options for output of `tsconfig.json`. `npm run check` checks types. */
const OPTIONS = {
  tsconfig: false,
  target: 'esnext',
  sourcemap: true,
  decorator: { legacy: true, emitDecoratorMetadata: true },
  typescript: { rewriteImportExtensions: 'rewrite' },
}

/** `node compile_server.mjs ROOT DRAFT FILES` compiles TypeScript files below ROOT, which a JSON file lists, to DRAFT. */
const [root, draft, list] = process.argv.slice(2)
for (const file of JSON.parse(readFileSync(list, 'utf8'))) {
  const place = join(draft, file.replace(/\.ts$/, '.js'))
  const { code, map } = await transformWithOxc(readFileSync(join(root, file), 'utf8'), join(root, file), OPTIONS)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, `${code}\n//# sourceMappingURL=${basename(place)}.map\n`)
  writeFileSync(`${place}.map`, JSON.stringify(map))
}
