import process from 'node:process'
import { askForAdvisories, findAdvisoryProblems } from './dependency_advisories.mjs'
import { findLicenceProblems, listPackages } from './dependency_licences.mjs'
import { runMain, say } from './say.mjs'
import { ROOT } from './settings.mjs'

/**
 * Of every package of the lock: is its licence one that goes with ours, and is nothing serious known against it? Without a registry the
 * second is not asked, which is said and is no failure: one must be able to work without a network.
 */
await runMain(async () => {
  const packages = listPackages(ROOT)
  const licences = findLicenceProblems(packages)
  const { advisories, unasked } = await askForAdvisories(ROOT)
  if (unasked) say(`advisories: not asked, because the registry can't be (${unasked})`)
  const problems = [...licences, ...(advisories ? findAdvisoryProblems(advisories) : [])]
  for (const problem of problems) process.stderr.write(`  ${problem}\n`)
  if (problems.length > 0) {
    say('take another version or another package, or write down in apps/launcher/dependency_rules.mjs why it may stay')
    return 1
  }
  say(`${packages.length} packages: licences are as allowed${advisories ? ', and no serious advisory is open' : ''}`)
  return 0
})
