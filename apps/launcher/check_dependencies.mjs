import process from 'node:process'
import { askForAdvisories, findAdvisoryProblems } from './dependency_advisories.mjs'
import { findLicenceProblems, listPackages } from './dependency_licences.mjs'
import { runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'

/**
 * Checks licences and advisories of every package in the lock file. When the registry can't be reached, advisories are skipped with a note,
 * so that the check works offline.
 */
await runMain(async () => {
  const packages = listPackages(ROOT)
  const licences = findLicenceProblems(packages)
  const { advisories, unasked } = await askForAdvisories(ROOT)
  if (unasked) say(`advisories: skipped, because the registry can't be reached (${unasked})`)
  const problems = [...licences, ...(advisories ? findAdvisoryProblems(advisories) : [])]
  for (const problem of problems) process.stderr.write(`  ${problem}\n`)
  if (problems.length > 0) {
    say('use another version or package, or add an exception with its reason to apps/launcher/dependency_rules.mjs')
    return 1
  }
  say(`${packages.length} packages: all licences allowed${advisories ? ', no serious advisories' : ''}`)
  return 0
})
