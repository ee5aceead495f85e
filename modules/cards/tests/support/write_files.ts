import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeHostileFiles, makeValidFiles } from './make_every_file.ts'

/*
 * Writes the files of the tests into a folder, to try them by hand in Facet and in other programs:
 * node --import=@poppinss/ts-exec modules/cards/tests/support/write_files.ts FOLDER
 */

const [, , folder] = process.argv
if (!folder) throw new Error('Name a folder.')
for (const [kind, files] of Object.entries({ valid: await makeValidFiles(), hostile: await makeHostileFiles() })) {
  mkdirSync(join(folder, kind), { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, kind, name), bytes)
}
