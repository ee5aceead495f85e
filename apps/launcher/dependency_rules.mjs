/**
 * What a package may come with: docs/decisions/0027-dependencies.md. A new entry is a decision of somebody's, and says why.
 */

/** Ask for no more than that their text stays with the code. Names as in https://spdx.org/licenses. */
export const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PostgreSQL',
  'Unlicense',
])

/** Packages of another licence, by their names; `*` at the end stands for anything. `developmentOnly`: not if production has it. */
export const LICENCE_EXCEPTIONS = [
  {
    packages: ['@img/sharp-libvips-*', '@img/sharp-wasm32', '@img/sharp-win32-*'],
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, a library of its own that sharp loads and that anybody may exchange; it is not changed by us',
  },
  {
    packages: ['@fontsource-variable/fraunces', '@fontsource-variable/hanken-grotesk'],
    licence: 'OFL-1.1',
    reason: 'the fonts: free to be served with anything, and not sold by themselves',
  },
  {
    packages: ['lightningcss', 'lightningcss-*', 'axe-core'],
    licence: 'MPL-2.0',
    developmentOnly: true,
    reason: 'tools that build and test; nothing of them is served or runs in production',
  },
  {
    packages: ['@adonisjs/limiter'],
    licence: null,
    reason: 'names none in its package.json; its LICENSE.md is the MIT License',
  },
]

/**
 * Advisories that are known and do no harm here, by their GitHub id, until the day before which somebody looks again:
 * `{ 'GHSA-xxxx-xxxx-xxxx': { reason: 'only …, which is never called', until: '2027-01-31' } }`
 */
export const ACCEPTED_ADVISORIES = {}
