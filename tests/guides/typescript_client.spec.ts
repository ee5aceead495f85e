import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { startStage } from '#tests/support/stage'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const program = `
import { ApiError, FacetClient, chat, economy, gallery } from 'facet-client'

declare const process: { argv: string[] }

const [, , origin = '', token = '', characterId = ''] = process.argv
const client = new FacetClient({ origin, token })
const names: string[] = []
for await (const character of client.list(gallery.listCharacters, { query: { limit: 5 } })) {
  names.push(character.name)
  // @ts-expect-error: lists have no long texts
  void character.backstory
}
const { messages } = await client.send(chat.getChat, { params: { id: characterId } })
// @ts-expect-error: the id is missing
const withoutId = () => client.send(chat.getChat)
const refused = await client.send(economy.listTransactions).catch((error: unknown) => error)
console.log(JSON.stringify({
  names,
  texts: messages.map((message) => message.content),
  code: refused instanceof ApiError && refused.code,
}))
`

test.group('The TypeScript client', () => {
  test('has the calls of every module', ({ assert }) => {
    const files = globSync('modules/*/calls.ts', { cwd: root }).filter((file) => !file.includes('/kernel/'))
    const exported = readFileSync(join(root, 'clients/typescript/index.ts'), 'utf8').matchAll(
      / from '#(modules\/\w+\/calls)'/g
    )
    assert.includeMembers(
      [...exported].map(([, file]) => `${file}.ts`),
      files
    )
  })

  test('lists characters and reads a chat from an empty project', async ({ assert, cleanup }) => {
    const stage = await startStage()
    const folder = mkdtempSync(join(tmpdir(), 'facet-client-'))
    cleanup(async () => {
      rmSync(folder, { recursive: true, force: true })
      await stage.close()
    })
    const visitor = await stage.visitor()
    const [characterId] = stage.characterIds
    const { body } = await visitor.post('/api/tokens', { name: 'Script', scopes: ['read'], days: 30 })
    const { body: page } = await visitor.get(`/api/chats/${characterId}`)
    const { body: characters } = await visitor.get('/api/characters?limit=100')

    const { stdout: packed } = await run('npm', ['pack', '--json', `--pack-destination=${folder}`], {
      cwd: join(root, 'clients/typescript'),
    })
    const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'program.ts'), program)
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder })
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--skipLibCheck']
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'program.ts'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => assert.equal(error.stdout, ''))
    const args = ['program.js', stage.server.url, body.value, characterId!]
    const { stdout } = await run(process.execPath, args, { cwd: folder })
    const result = JSON.parse(stdout)
    assert.deepEqual(
      result.names,
      characters.map(({ name }: { name: string }) => name)
    )
    assert.deepEqual(
      result.texts,
      page.messages.map(({ content }: { content: string }) => content)
    )
    assert.equal(result.code, 'not_for_tokens')
  }).timeout(300_000)
})
