/**
 * Rules for dependencies: docs/decisions/0027-dependencies.md. Every entry needs a reason.
 */

/** Licenses that only require keeping their text. The names are SPDX identifiers: https://spdx.org/licenses. */
export const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
])

/** Packages with another license. A trailing `*` matches any text. `developmentOnly` excludes production dependencies. */
export const LICENCE_EXCEPTIONS = [
  {
    packages: ['@img/sharp-libvips-*', '@img/sharp-wasm32', '@img/sharp-win32-*'],
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips, a separate library that sharp loads and that can be replaced; unmodified',
  },
  {
    packages: ['@fontsource-variable/fraunces', '@fontsource-variable/hanken-grotesk', '@fontsource-variable/lexend'],
    licence: 'OFL-1.1',
    reason: 'fonts: may be served with any software, but not sold by themselves',
  },
  {
    packages: ['lightningcss', 'lightningcss-*'],
    licence: 'MPL-2.0',
    reason: 'the build uses it unmodified; it is no part of what is served',
  },
  {
    packages: ['axe-core'],
    licence: 'MPL-2.0',
    developmentOnly: true,
    reason: 'only tests use it',
  },
  {
    packages: ['pako'],
    licence: 'Zlib',
    reason: 'the build reduces fonts with it; asks only that changes of its source are marked',
  },
  {
    packages: ['argparse'],
    licence: 'Python-2.0',
    reason: 'a command-line parser beside the WOFF2 encoder of the build; only requires keeping its text',
  },
  {
    packages: ['@adonisjs/limiter'],
    licence: null,
    reason: 'none in package.json; LICENSE.md is the MIT License',
  },
]

/**
 * Known advisories that don't affect this product, by GitHub id. `until` is the day on which they must be reviewed again:
 * `{ 'GHSA-xxxx-xxxx-xxxx': { reason: 'only …, which is never called', until: '2027-01-31' } }`
 */
export const ACCEPTED_ADVISORIES = {}
