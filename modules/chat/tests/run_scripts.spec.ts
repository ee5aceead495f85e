import { test } from '@japa/runner'
import { type RegexScript, scriptLimits } from '#modules/gallery/api'
import { fillScript, runScripts, scriptsFor } from '../prompts/run_scripts.ts'

const script = (more: Partial<RegexScript> = {}): RegexScript => ({
  name: 'A script',
  find: '/a/g',
  replace: 'b',
  trim: [],
  of: ['character'],
  where: 'both',
  fills: 'none',
  minDepth: null,
  maxDepth: null,
  ...more,
})

const fill = (text: string) => text.replaceAll('{{char}}', 'Mo (the $1)').replaceAll('{{user}}', 'Robin')
const run = (text: string, ...scripts: Partial<RegexScript>[]) =>
  runScripts(
    text,
    scripts.map((each) => fillScript(script(each), fill))
  )

test.group('Regex scripts', () => {
  test('replace what SillyTavern replaces')
    .with([
      [{ find: '/a/g' }, 'banana', 'bbnbnb'],
      // A bare pattern has no flags.
      [{ find: 'a' }, 'banana', 'bbnana'],
      [{ find: '/A/gi' }, 'banana', 'bbnbnb'],
      [{ find: '/<(\\w+)>(.*?)<\\/\\1>/gs', replace: '**$2**' }, '<mood>calm\nand warm</mood>', '**calm\nand warm**'],
      [{ find: '/(?<key>\\w+)=(\\d+)/g', replace: '$<key>: $2' }, 'hp=3 mp=4', 'hp: 3 mp: 4'],
      [{ find: '/\\w+/', replace: '[{{match}}] [{{MATCH}}] [$0]' }, 'one two', '[one] [one] [one] two'],
      [{ find: '/(b)?a/', replace: '<$1$9$<none>>' }, 'a', '<>'],
      [{ find: '/"[^"]*"/g', replace: '“$0”', trim: ['"'] }, 'He said "no".', 'He said “no”.'],
      [{ find: '/x/g', replace: '{{user}}' }, 'x', 'Robin'],
      // A value never inserts a group.
      [{ find: '/(x)/g', replace: '{{char}}' }, 'x', '{{char}}'],
      [{ find: '/{{user}}/g', fills: 'raw', replace: 'you' }, 'Robin nods.', 'you nods.'],
      [{ find: '/{{char}}/g', fills: 'escaped', replace: 'I' }, 'Mo (the $1) nods.', 'I nods.'],
      [{ find: '/^/gm', replace: '> ' }, 'one\ntwo', '> one\n> two'],
    ] as [Partial<RegexScript>, string, string][])
    .run(({ assert }, [more, text, expected]) => assert.deepEqual(run(text, more), { text: expected, failed: [] }))

  test('run one after the other, and are skipped when they fail', ({ assert }) => {
    const long = 'x'.repeat(scriptLimits.replacementMax)
    const { text, failed } = run(
      'aaaaaaaa',
      { find: '/a(/g', name: 'Broken' },
      { find: '/a/gq', name: 'Unknown flag' },
      { find: '/a/g', replace: long, name: 'Endless' },
      { find: '/a/g', replace: 'c' },
      { find: '/c{8}/', replace: 'done' }
    )
    assert.equal(text, 'done')
    assert.deepEqual(failed, ['Broken', 'Unknown flag', 'Endless'])
  })

  test('may make a text as long as the limit, and shorten a longer one', ({ assert }) => {
    const { resultMax, replacementMax } = scriptLimits
    const pieces = resultMax / replacementMax
    const longest = run('a'.repeat(pieces), { replace: 'b'.repeat(replacementMax) })
    assert.deepEqual(longest, { text: 'b'.repeat(resultMax), failed: [] })
    assert.deepEqual(run(`${'b'.repeat(resultMax)}a`, { replace: '' }), { text: 'b'.repeat(resultMax), failed: [] })
    assert.deepEqual(run(`${'b'.repeat(resultMax - 1)}a`, { replace: 'cc' }).failed, ['A script'])
  })

  test('change the messages of their author, place and depth, those for the stored text first', ({ assert }) => {
    const scripts = [
      script({ name: 'display', where: 'display' }),
      script({ name: 'both' }),
      script({ name: 'prompt', where: 'prompt' }),
      script({ name: 'user', of: ['user'] }),
      script({ name: 'old', minDepth: 2 }),
      script({ name: 'new', maxDepth: 1 }),
    ]
    const names = (where: 'display' | 'prompt', isUser: boolean, depth: number) =>
      scriptsFor(scripts, where, { isUser, depth }).map(({ name }) => name)
    assert.deepEqual(names('display', false, 0), ['both', 'new', 'display'])
    assert.deepEqual(names('display', false, 2), ['both', 'old', 'display'])
    assert.deepEqual(names('prompt', false, 1), ['both', 'new', 'prompt'])
    assert.deepEqual(names('display', true, 0), ['user'])
  })
})
