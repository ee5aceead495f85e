import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { holdSignals, runChild } from './child.mjs'
import { prepare } from './prepare.mjs'
import { Refusal, runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'

const FOLDER = join(ROOT, 'tests/bench')
const USAGE = `npm run bench                    all benchmarks in sequence and one table of results; about 35 minutes
npm run bench -- --quick         a quick run: about eight minutes, no reliable results
npm run bench -- NAME ...        one benchmark, with its own arguments (see --help)
options for all benchmarks:
  --check          exit 1 when a target is missed
  --json FILE      the table and the output of each benchmark, as JSON
  --markdown FILE  the table, as Markdown`

/** Additional runs of a benchmark under another name. */
const VARIANTS = {
  replies: [{ name: 'kill', args: ['--kill'] }],
}
/** Long runs, which start only by name. */
const BY_NAME_ONLY = ['background', 'notifications', 'partitions', 'search', 'soak']
/** Additional arguments for quick runs, which use a smaller gallery. */
const QUICK = { gallery: ['--characters', '20000'] }

/** `npm run bench [-- NAME ARGS]` runs tests/bench/NAME.mjs (with _ for -), or all benchmarks, with Node 24 on the built product. */
await runMain(async () => {
  const [name, ...args] = process.argv.slice(2)
  const names = listBenches()
  if (name === undefined || name.startsWith('-')) return runAll(names)
  if (!names.includes(name)) throw new Refusal(`${USAGE}\nNAME is one of: ${names.join(', ')}`)
  return runBench(await prepare({ server: true, web: true }), name, args)
})

function listBenches() {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.slice(0, -4).replaceAll('_', '-'))
}

function runBench(node, name, args) {
  return runChild(node, [join(FOLDER, `${name.replaceAll('-', '_')}.mjs`), ...args], {
    cwd: ROOT,
    env: { ...process.env, FACET_ROOT: ROOT },
  })
}

async function runAll(names) {
  const options = readOptions(names)
  if (options.help) {
    process.stdout.write(`${USAGE}\nNAME is one of: ${names.join(', ')}\n`)
    return 0
  }
  const node = await prepare({ server: true, web: true })
  const held = holdSignals()
  const folder = mkdtempSync(join(os.tmpdir(), 'bench-'))
  const benches = []
  try {
    const included = names.filter((bench) => !BY_NAME_ONLY.includes(bench))
    const runs = included.flatMap((bench) => [
      { name: bench, bench, args: [] },
      ...(VARIANTS[bench] ?? []).map((more) => ({ bench, ...more })),
    ])
    for (const { name, bench, args } of runs) {
      const file = join(folder, `${name}.json`)
      say(`measuring: ${name} (${benches.length + 1} of ${runs.length})`)
      const startedAt = Date.now()
      const quick = options.quick ? ['--quick', ...(QUICK[name] ?? [])] : []
      const code = await runBench(node, bench, [...args, ...quick, '--json', file])
      if (held.code !== null) throw new Refusal('The benchmarks were interrupted.')
      const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
      benches.push({ name, code, seconds: Math.round((Date.now() - startedAt) / 1000), result })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return report(benches, options)
}

function readOptions(names) {
  const flag = { type: 'boolean', default: false }
  try {
    return parseArgs({
      options: { quick: flag, check: flag, help: flag, json: { type: 'string' }, markdown: { type: 'string' } },
    }).values
  } catch (error) {
    throw new Refusal(`${error.message}\n${USAGE}\nNAME is one of: ${names.join(', ')}`)
  }
}

async function report(benches, { quick, check, json, markdown }) {
  const { rowsOf, showSummary } = await import('../../tests/bench/lib/summary.mjs')
  const { machineWith, nodeVersion } = await import('../../tests/bench/lib/machine.mjs')
  const rows = benches.flatMap(rowsOf)
  const machine = machineWith(`${Math.round(os.totalmem() / 2 ** 30)} GB`, nodeVersion)
  const times = benches.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')
  const of = (wanted) => rows.filter(({ verdict }) => verdict === wanted)
  const words = ['reached', 'missed', 'not measured', 'failed']
  const verdicts = words.filter((word) => of(word).length > 0).map((word) => `${of(word).length} ${word}`)
  const kind = quick ? 'Quick run, not a measurement' : 'Measured'
  const text = `${showSummary(rows)}\n\n${kind}, ${new Date().toISOString().slice(0, 10)}, on ${machine}: ${times}.\nTargets: ${verdicts.join(', ')}.\n`
  process.stdout.write(`\n${text}`)
  if (markdown) writeFileSync(resolve(markdown), text)
  if (json) writeFileSync(resolve(json), JSON.stringify({ quick, machine, rows, benches }, null, 2))
  return of('failed').length > 0 || (check && of('missed').length > 0) ? 1 : 0
}
