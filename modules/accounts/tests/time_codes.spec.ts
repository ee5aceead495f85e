import { test } from '@japa/runner'
import { newRecoveryCodes, readRecoveryCode, recoveryCodeText } from '../src/second_factor/recovery_codes.ts'
import { newSecret, secretUri, stepOf } from '../src/second_factor/time_codes.ts'

/** `12345678901234567890` in Base32, the secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** The last six of the appendix's eight digits for SHA-1. */
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

test.group('A code of an authenticator app', () => {
  test('matches the test vectors of RFC 6238', ({ assert }) => {
    for (const [seconds, code] of vectors) assert.equal(stepOf(secret, code, seconds * 1000), Math.floor(seconds / 30))
  })

  test('is valid from one time step before its own to one after', ({ assert }) => {
    const [[, code]] = vectors
    const at = (seconds: number) => stepOf(secret, code, seconds * 1000)
    assert.deepEqual([-1, 0, 29.999, 30, 59, 60, 89.999, 90].map(at), [null, 1, 1, 1, 1, 1, 1, null])
  })

  test('is six digits', ({ assert }) => {
    for (const none of ['', '28708', '2870820', '28708a', '２８７０８２', ' 287082', '-87082', 'é7082'])
      assert.isNull(stepOf(secret, none, 59_000), none)
  })

  test('has 160 random bits and an otpauth URI', ({ assert }) => {
    const made = newSecret()
    assert.match(made, /^[A-Z2-7]{32}$/)
    assert.notEqual(newSecret(), made)
    const uri = new URL(secretUri(made, { issuer: 'Facet & friends', label: 'ann+1@example.test' }))
    assert.equal(uri.protocol, 'otpauth:')
    assert.equal(uri.host, 'totp')
    assert.equal(decodeURIComponent(uri.pathname), '/Facet & friends:ann+1@example.test')
    assert.deepEqual(Object.fromEntries(uri.searchParams), {
      issuer: 'Facet & friends',
      secret: made,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

test.group('Recovery codes', () => {
  test('are ten, in groups of four, with unique marks', ({ assert }) => {
    const codes = newRecoveryCodes()
    assert.lengthOf(codes, 10)
    assert.equal(new Set(codes.map(({ mark }) => mark)).size, 10)
    assert.equal(new Set(codes.map(({ code }) => code.slice(2))).size, 10)
    for (const code of codes) {
      assert.match(recoveryCodeText(code), /^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/)
      assert.deepEqual(readRecoveryCode(` ${recoveryCodeText(code).toUpperCase().replace('-', ' ')} `), code)
    }
  })

  test('are distinguished from codes of an app', ({ assert }) => {
    for (const none of ['', '123456', '123 456', 'abcd-efgh', 'abcd-efgh-ijkl-mnop', 'abcd-efgh-ijk!'])
      assert.isNull(readRecoveryCode(none), none)
  })
})
