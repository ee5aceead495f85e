/**
 * Measures the import of many cards at the command line: their rate, its memory, and a second run over the same folder. Run it with Node 24
 * after a build.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../apps/launcher/settings.mjs'
import { makeCards } from './lib/make_cards.mjs'
import { machineWith, nodeVersion } from './lib/machine.mjs'
import { finish, readOptions } from './lib/options.mjs'
import { canMeasureProcesses, memoryBytesOf, watchTrees } from './lib/proc.mjs'
import { bareEnv } from './lib/processes.mjs'
import { runWithCleanup } from './lib/run_with_cleanup.mjs'
import { openStage } from './lib/stage.mjs'
import { median } from './lib/stats.mjs'
import { figure, table } from './lib/table.mjs'

const options = readOptions('imports', {
  cards: { type: 'string', value: 'N', help: 'number of cards; default 10,000, with --quick 500' },
})
const cards = Number(options.cards ?? (options.quick ? 500 : 10_000))
const runDeadlineMs = 3_600_000
const sampleMs = 250
const targets = { perSecond: 28, memoryMb: 400, growth: 1.1, secondRun: 0.1 }

await runWithCleanup(runDeadlineMs, async (undo) => {
  const { dataDir, databases, processes } = await openStage(undo, { isDurable: true })
  const folder = join(dataDir, 'cards to import')
  mkdirSync(folder)
  const began = performance.now()
  const bytes = await makeCards(folder, cards)
  const megabytes = (bytes / 1e6).toFixed(0)
  console.log(`made ${cards.toLocaleString('en')} cards, ${megabytes} MB, in ${seconds(performance.now() - began)}`)

  const env = {
    ...bareEnv(),
    NODE_ENV: 'production',
    DATABASE_URL: databases.facetUrl,
    DATA_DIR: dataDir,
    APP_URL: 'http://127.0.0.1:3333',
  }
  const main = 'build/cli/main.js'
  const owner = ['create-user', '--email', 'bench@example.test', '--password-stdin', '--admin']
  await processes.run('command create-user', process.execPath, [main, ...owner], {
    env,
    cwd: ROOT,
    input: 'correct horse\n',
  })

  const importAll = async () => {
    const start = performance.now()
    const command = processes.spawn('import', process.execPath, [main, 'import-characters', folder, '--json'], {
      env,
      cwd: ROOT,
    })
    let output = ''
    command.child.stdout.on('data', (piece) => (output += piece))
    const watch = watchTrees({ command: command.child.pid })
    const memory = []
    const timer = setInterval(() => memory.push(memoryBytesOf(command.child.pid)), sampleMs)
    await command.ended
    clearInterval(timer)
    const cpuMs = (watch.stop().command?.cpuSeconds ?? 0) * 1_000
    if (command.child.exitCode !== 0) throw new Error(command.describeEnd())
    const { imported, doubles, total } = JSON.parse(output)
    return { ms: performance.now() - start, cpuMs, imported, doubles, total, memory: memory.filter((each) => each > 0) }
  }

  const first = await importAll()
  if (first.imported !== cards) throw new Error(`${first.imported} of ${cards} cards were imported.`)
  console.log(
    `first run: ${seconds(first.ms)}, ${(first.cpuMs / cards).toFixed(0)} ms of CPU a card, without PostgreSQL`
  )
  const second = await importAll()
  if (second.doubles !== cards) throw new Error(`${second.doubles} of ${cards} cards were found again.`)
  console.log(`second run: ${seconds(second.ms)}`)

  const perSecond = cards / (first.ms / 1_000)
  const peakMb = first.memory.length > 0 ? Math.max(...first.memory) / 2 ** 20 : null
  const quarter = (n) => {
    const size = first.memory.length / 4
    return first.memory.slice(Math.floor(n * size), Math.floor((n + 1) * size))
  }
  const growth = first.memory.length >= 8 ? median(quarter(3)) / median(quarter(1)) : null
  const share = second.ms / first.ms
  const verdictOf = (value, holds) => (value === null ? 'not measured' : holds ? 'reached' : 'missed')
  const shown = (value, unit) => (value === null ? 'n/a' : figure(value, unit))
  const name = `imports: ${cards.toLocaleString('en')} cards`
  const row = (what, measured, target, verdict) => ({ name: `${name}, ${what}`, measured, target, verdict })
  const summary = [
    row(
      'rate',
      `${perSecond.toFixed(1)}/s`,
      `at least ${targets.perSecond}/s`,
      verdictOf(perSecond, perSecond >= targets.perSecond)
    ),
    row(
      'peak memory',
      shown(peakMb, 'MB'),
      `below ${targets.memoryMb} MB`,
      verdictOf(peakMb, peakMb < targets.memoryMb)
    ),
    row(
      'memory, last quarter / second',
      growth === null ? 'n/a' : growth.toFixed(2),
      `at most ${targets.growth}`,
      verdictOf(growth, growth <= targets.growth)
    ),
    row(
      'second run / first',
      share.toFixed(3),
      `at most ${targets.secondRun}`,
      verdictOf(share, share <= targets.secondRun)
    ),
  ]
  console.log(
    `\n${table([
      ['figure', 'measured', 'target', 'verdict'],
      ...summary.map(({ name: what, measured, target, verdict }) => [what, measured, target, verdict]),
    ])}\n\n${machineWith(nodeVersion)}; ${megabytes} MB of cards.${canMeasureProcesses ? '' : ' Memory is measured on Linux only.'}`
  )
  const figures = { summary, perSecond, peakMb, growth, firstMs: first.ms, secondMs: second.ms }
  return finish(
    options,
    figures,
    summary.some(({ verdict }) => verdict === 'missed')
  )
})

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`
}
