/** The cost of shares: two servers of one build, without and with them, in pairs of rounds. */
import { join } from 'node:path'
import pg from 'pg'
import { summarize } from './report.mjs'
import { median } from './stats.mjs'
import { figure, table } from './table.mjs'

const pairs = 5
const ratioMax = 1.05

/** Both databases get the same rows: characters of a creator, and people who bought all of their rubies. Only the setting differs. */
const ownCharacters = `
  UPDATE characters SET created_by = (SELECT id FROM users WHERE email = 'bench-admin@example.test');
  UPDATE ruby_accounts SET bought = balance;`

/** Plays the scenes in alternating pairs. Resolves to the ratios of each scene, and whether a median exceeds the target. */
export async function playSharePairs(stage, { start, analyzeAll, scenes, titles, plan }) {
  const { facetUrl, besideUrl } = stage.databases
  const sides = {
    off: await start({ databaseUrl: facetUrl, env: { CREATOR_SHARE_PERCENT: '0' } }),
    on: await start({
      databaseUrl: besideUrl,
      env: { CREATOR_SHARE_PERCENT: '20', DATA_DIR: join(stage.dataDir, 'share') },
    }),
  }
  for (const connectionString of [facetUrl, besideUrl]) {
    const db = new pg.Client({ connectionString })
    await db.connect()
    await db.query(ownCharacters)
    await db.end()
  }
  for (const [name, side] of Object.entries(sides)) await stage.play(side, name, scenes.burst, plan.settleMs)
  await analyzeAll(stage)

  const rows = []
  const ratios = {}
  for (const [scene, settings] of Object.entries(scenes))
    for (let pair = 0; pair < pairs; pair++) {
      const costs = {}
      for (const name of pair % 2 === 0 ? ['off', 'on'] : ['on', 'off']) {
        const round = await stage.play(sides[name], name, settings, plan.measureMs)
        const { cpuMsPer1000Tokens, faults } = summarize([round])
        if (faults > 0) throw new Error(`${faults} replies failed with the share ${name}.`)
        costs[name] = cpuMsPer1000Tokens
      }
      const ratio = costs.on / costs.off
      ;(ratios[scene] ??= []).push(ratio)
      rows.push([titles[scene], String(pair + 1), figure(costs.off, 'ms'), figure(costs.on, 'ms'), ratio.toFixed(3)])
    }
  await checkShares(besideUrl)
  console.log(`\n${table([['load', 'pair', 'CPU per 1,000 tokens, off', 'on', 'ratio'], ...rows])}\n`)
  const medians = Object.fromEntries(Object.entries(ratios).map(([scene, each]) => [scene, median(each)]))
  for (const [scene, value] of Object.entries(medians))
    console.log(
      `${titles[scene]}: median ratio ${value.toFixed(3)} (target: at most ${ratioMax}): ${value <= ratioMax ? 'met' : 'missed'}`
    )
  return { ratios, medians, hasMissed: Object.values(medians).some((value) => value > ratioMax) }
}

/** Nothing is measured if no reply earns a share. */
async function checkShares(connectionString) {
  const db = new pg.Client({ connectionString })
  await db.connect()
  const { rows } = await db.query('SELECT count(*)::int AS count FROM share_accruals')
  await db.end()
  if (rows[0].count === 0) throw new Error('No reply earned a share.')
  console.log(`${rows[0].count} replies earned a share.`)
}
