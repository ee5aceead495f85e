import { globSync } from 'node:fs'
import { test } from '@japa/runner'
import ts from 'typescript'
import { root, sources, textOf } from './sources.ts'

const migrations = globSync('modules/{*,*/*}/migrations/*.ts', { cwd: root })
const privateTables = migrations.flatMap((file) =>
  [...textOf(file).matchAll(/privateTable\(\s*'(\w+)'/g)].map(([, name]) => name!)
)
const use = new RegExp(String.raw`\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+"?(?:${privateTables.join('|')})\b`)
const mark = /-- all users: \S/

/** Lists the strings of a file, with the templates that a name in \${…} stands for. */
const stringsIn = (file: string, text = textOf(file)): { line: number; text: string }[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const strings: { line: number; text: string }[] = []
  const constants = new Map<string, string>()
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name))
      constants.set(node.name.text, node.initializer.getText(source))
    if (ts.isStringLiteral(node) || ts.isTemplateLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      strings.push({ line: line + 1, text: node.getText(source) })
    } else ts.forEachChild(node, visit)
  }
  visit(source)
  return strings.map(({ line, text: string }) => ({
    line,
    text: string.replace(/\$\{(\w+)\}/g, (found, name: string) => constants.get(name) ?? found),
  }))
}

const withoutUser = (file: string, text?: string): string[] =>
  stringsIn(file, text)
    .filter((each) => use.test(each.text) && !/\buser_id\b/.test(each.text) && !mark.test(each.text))
    .map(({ line }) => `${file}:${line}`)

// A rebuild copies whole tables.
const files = [...new Set([...sources, ...migrations])].filter(
  (file) => !file.startsWith('apps/web/') && !/^modules\/kernel\/(rebuild|conversion)\//.test(file)
)

/** Private tables that the account export leaves out. */
const notExported = {
  'parts of the ledger, whose balance, lines and orders are exported': [
    'ruby_debts',
    'ruby_holds',
    'ruby_closings',
    'ruby_waiting_welcomes',
    'ruby_disputes',
    'ruby_refund_reports',
    'ruby_failed_refunds',
    'ledger_marks',
  ],
  'keyed hashes of networks, for thirty days': ['ruby_networks'],
  'hashes of idempotency keys, for a day': ['idempotency_keys'],
  'files that the user imported': [
    'card_files',
    'card_originals',
    'card_known_hashes',
    'card_lorebook_files',
    'chat_imports',
  ],
  'numbers of chats and views, which are exported or seen by the user': ['waiting_activity'],
  'the search of messages, which are exported': ['chat_search_marks', 'chat_search_texts'],
  'audio of texts that are exported': ['kept_speech', 'speech_turns'],
  'ids of things that are exported, for a month': ['webhook_deliveries'],
  'traces of writing replies': [
    'reply_parts',
    'rewrite_keys',
    'kept_prompts',
    'prompt_texts',
    'chat_allowances',
    'chat_talks',
  ],
}

test.group('SQL of private tables', () => {
  test('names the user, or says why it is for all users', ({ assert }) => {
    assert.deepEqual(
      files.flatMap((file) => (use.test(textOf(file)) ? withoutUser(file) : [])),
      [],
      'Add "user_id = …". A statement over all users begins with the comment "-- all users: <why>".'
    )
  })

  test('is for all users only where its first line says so', ({ assert }) => {
    const late = files
      .filter((file) => !file.includes('/migrations/') && mark.test(textOf(file)))
      .flatMap((file) =>
        stringsIn(file)
          .filter(({ text }) => mark.test(text) && !/^.\s*-- all users: \S/.test(text))
          .map(({ line }) => `${file}:${line}`)
      )
    assert.deepEqual(late, [])
  })

  test('exports the rows of the user, or is in the list of tables that are left out', ({ assert }) => {
    const ofExports = sources.filter((file) => file.startsWith('modules/') && textOf(file).includes('sections.add('))
    // The export of chats reads the messages through these.
    const texts = [
      ...ofExports,
      'modules/chat/files/export_chat.ts',
      'modules/chat/files/export_pictures.ts',
      'modules/chat/replies/run/message_row.ts',
    ].map((file) => textOf(file))
    const unread = privateTables.filter((name) => !texts.some((text) => new RegExp(String.raw`\b${name}\b`).test(text)))
    const models = new Map(
      globSync('modules/{*,*/src}/tables/*_row.ts', { cwd: root }).map((file) => {
        const [, model, table] = /class (\w+)[^]*table = '(\w+)'/.exec(textOf(file)) ?? []
        return [table, model] as const
      })
    )
    const isByModel = (name: string) => texts.some((text) => text.includes(`(${models.get(name)},`))
    assert.sameMembers(
      unread.filter((name) => !isByModel(name)),
      Object.values(notExported).flat()
    )
  })

  test('is read correctly by these tests', ({ assert }) => {
    assert.includeMembers(privateTables, ['ruby_holds', 'lorebooks', 'card_originals', 'personas', 'chat_messages'])
    assert.lengthOf(withoutUser('a.ts', "const sql = 'SELECT FROM personas WHERE id = ?'"), 1)
    assert.isEmpty(withoutUser('a.ts', "const sql = 'SELECT FROM personas WHERE user_id = ? AND id = ?'"))
    assert.isEmpty(withoutUser('a.ts', 'const own = `user_id = ?`\nconst sql = `SELECT FROM personas WHERE ${own}`'))
    assert.isEmpty(withoutUser('a.ts', 'const sql = `-- all users: a list for admins\n  SELECT FROM personas`'))
  })
})
