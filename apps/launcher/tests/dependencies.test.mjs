import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { askForAdvisories, findAdvisoryProblems, readReport } from '../dependency_advisories.mjs'
import { findLicenceProblems, listPackages } from '../dependency_licences.mjs'
import { ROOT } from '../settings.mjs'
import { makeFolder } from './support/world.mjs'

const parcel = (licence, more = {}) => ({ name: 'thing', version: '1.2.3', licence, isForDevelopment: false, ...more })
const judged = (one, exceptions = []) => findLicenceProblems([one], { exceptions })

test('every package of the lock has a licence that goes with ours, and no exception is left over', () => {
  const packages = listPackages(ROOT)
  assert.ok(packages.length > 300)
  assert.deepEqual(findLicenceProblems(packages), [])
})

test('licences are allowed by name: all of those that hold together, or one of those to choose from', () => {
  for (const licence of ['MIT', '(MIT AND Apache-2.0)', 'GPL-3.0-only OR ISC'])
    assert.deepEqual(judged(parcel(licence)), [])
  for (const licence of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'SEE LICENSE IN x',
    'MIT AND (ISC OR GPL-3.0-only)',
    '',
  ])
    assert.deepEqual(judged(parcel(licence)), [`thing 1.2.3 comes under ${licence}`])
  assert.deepEqual(judged(parcel(null)), ['thing 1.2.3 names no licence'])
})

test('an exception is for its packages and its licence, if it says so for development alone, and goes when nobody needs it', () => {
  const rule = { packages: ['thing-*'], licence: 'MPL-2.0', developmentOnly: true, reason: 'a test' }
  assert.deepEqual(judged(parcel('MPL-2.0', { name: 'thing-x64', isForDevelopment: true }), [rule]), [])
  const unneeded = 'the exception for thing-* (MPL-2.0) is needed by no package any more'
  for (const [one, problem] of [
    [parcel('MPL-2.0', { name: 'thing-x64' }), 'thing-x64 1.2.3 comes under MPL-2.0'],
    [parcel('MPL-2.0', { isForDevelopment: true }), 'thing 1.2.3 comes under MPL-2.0 (for development)'],
    [
      parcel('GPL-2.0', { name: 'thing-x64', isForDevelopment: true }),
      'thing-x64 1.2.3 comes under GPL-2.0 (for development)',
    ],
  ])
    assert.deepEqual(judged(one, [rule]), [problem, unneeded])
})

/** As npm 11 reports it. */
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    lower: {
      via: [
        {
          source: 1,
          name: 'lower',
          title: 'Small',
          url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
          severity: 'low',
        },
      ],
    },
    deep: {
      via: [
        {
          source: 2,
          name: 'deep',
          title: 'Bad\n thing',
          url: 'https://github.com/advisories/GHSA-2222-3333-4444',
          severity: 'high',
        },
      ],
    },
    uses: { via: ['deep'] },
  },
})
const { advisories } = readReport(report)

test('a serious advisory is told once, however many packages it reaches; a small one is not', () => {
  assert.equal(advisories.length, 2)
  assert.deepEqual(findAdvisoryProblems(advisories, { accepted: {} }), [
    'deep: Bad thing (high, https://github.com/advisories/GHSA-2222-3333-4444)',
  ])
})

test('an accepted advisory is silent until its day, and told again from then on', () => {
  const accepted = { 'GHSA-2222-3333-4444': { reason: 'never called', until: '2030-02-01' } }
  const on = (day) => findAdvisoryProblems(advisories, { accepted, today: new Date(`${day}T12:00:00Z`) })
  assert.deepEqual(on('2030-01-31'), [])
  assert.deepEqual(
    on('2030-02-01').map((problem) => /accepted until .*/.exec(problem)[0]),
    ['accepted until 2030-02-01: never called']
  )
})

test('a registry that does not answer, or knows no audit, or npm that is not there is no finding', async (t) => {
  const folder = makeFolder(t)
  const npm = join(folder, 'npm')
  const asked = async (script, options) => {
    writeFileSync(npm, `#!${process.execPath}\n${script}\n`)
    chmodSync(npm, 0o755)
    return askForAdvisories(folder, { npm, ...options })
  }
  const says = (value) => `process.stdout.write(${JSON.stringify(JSON.stringify(value))})`
  assert.deepEqual(
    await asked(`${says({ error: { code: 'ENOTFOUND', summary: 'no\n network' } })}; process.exitCode = 1`),
    {
      unasked: 'no network',
    }
  )
  assert.deepEqual(await asked(says({ message: '404 Not Found', statusCode: 404 })), { unasked: '404 Not Found' })
  assert.deepEqual(await asked('process.stdout.write("<html>")'), {
    unasked: 'npm audit answered with something that is no JSON',
  })
  assert.deepEqual(await asked('setInterval(() => {}, 1000)', { patienceMs: 500 }), {
    unasked: 'it said nothing for 0.5 s',
  })
  assert.deepEqual(await askForAdvisories(folder, { npm: join(folder, 'none') }), {
    unasked: 'npm could not be started (ENOENT)',
  })
  assert.deepEqual(await asked(`process.exitCode = 1; ${says(JSON.parse(report))}`), { advisories })
})
