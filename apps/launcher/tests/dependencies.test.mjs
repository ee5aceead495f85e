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

test('every package of the lock file has an allowed licence, and every exception is used', () => {
  const packages = listPackages(ROOT)
  assert.ok(packages.length > 300)
  assert.deepEqual(findLicenceProblems(packages), [])
})

test('checks all licences of an AND expression and one of an OR expression', () => {
  for (const licence of ['MIT', '(MIT AND Apache-2.0)', 'GPL-3.0-only OR ISC'])
    assert.deepEqual(judged(parcel(licence)), [])
  for (const licence of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'SEE LICENSE IN x',
    'MIT AND (ISC OR GPL-3.0-only)',
    '',
  ])
    assert.deepEqual(judged(parcel(licence)), [`thing 1.2.3 has the licence ${licence}`])
  assert.deepEqual(judged(parcel(null)), ['thing 1.2.3 has no licence'])
})

test('an exception covers its packages and licence, optionally only for development, and is reported when unused', () => {
  const rule = { packages: ['thing-*'], licence: 'MPL-2.0', developmentOnly: true, reason: 'a test' }
  assert.deepEqual(judged(parcel('MPL-2.0', { name: 'thing-x64', isForDevelopment: true }), [rule]), [])
  const unneeded = 'the exception for thing-* (MPL-2.0) is not needed by any package'
  for (const [one, problem] of [
    [parcel('MPL-2.0', { name: 'thing-x64' }), 'thing-x64 1.2.3 has the licence MPL-2.0'],
    [parcel('MPL-2.0', { isForDevelopment: true }), 'thing 1.2.3 has the licence MPL-2.0 (for development)'],
    [
      parcel('GPL-2.0', { name: 'thing-x64', isForDevelopment: true }),
      'thing-x64 1.2.3 has the licence GPL-2.0 (for development)',
    ],
  ])
    assert.deepEqual(judged(one, [rule]), [problem, unneeded])
})

/** A report of npm 11. */
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

test('reports a serious advisory once for any number of packages, and no minor ones', () => {
  assert.equal(advisories.length, 2)
  assert.deepEqual(findAdvisoryProblems(advisories, { accepted: {} }), [
    'deep: Bad thing (high, https://github.com/advisories/GHSA-2222-3333-4444)',
  ])
})

test('reports an accepted advisory again from its date on', () => {
  const accepted = { 'GHSA-2222-3333-4444': { reason: 'never called', until: '2030-02-01' } }
  const on = (day) => findAdvisoryProblems(advisories, { accepted, today: new Date(`${day}T12:00:00Z`) })
  assert.deepEqual(on('2030-01-31'), [])
  assert.deepEqual(
    on('2030-02-01').map((problem) => /accepted until .*/.exec(problem)[0]),
    ['accepted until 2030-02-01: never called']
  )
})

test('reports nothing without npm or a registry that supports audits', async (t) => {
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
    unasked: 'npm audit did not answer with JSON',
  })
  assert.deepEqual(await asked('setInterval(() => {}, 1000)', { timeoutMs: 500 }), {
    unasked: 'no answer for 0.5 s',
  })
  assert.deepEqual(await askForAdvisories(folder, { npm: join(folder, 'none') }), {
    unasked: 'npm could not be started (ENOENT)',
  })
  assert.deepEqual(await asked(`process.exitCode = 1; ${says(JSON.parse(report))}`), { advisories })
})
