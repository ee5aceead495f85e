import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { Accounts } from '../index.ts'
import { weakPasswordMessages } from '../src/domain/password_rules.ts'
import { cookieLine, form, newEmail, password, passwordRules, visit } from './support.ts'

const refusedBecause = (rule: keyof typeof weakPasswordMessages) => ({ rule, message: weakPasswordMessages[rule] })
const common = 'iloveyou'

test.group('A weak password', () => {
  test('is a common one, in any case and any encoding', async ({ assert }) => {
    for (const typed of ['password', 'PassWord', '12345678', 'qwertyuiop', 'trustno1', 'ｐａｓｓｗｏｒｄ', 'admin123'])
      assert.deepEqual(await passwordRules.weakness(typed, { email: newEmail() }), refusedBecause('common'), typed)
  })

  test('is made of the product’s name, or of the user’s names or e-mail', async ({ assert }) => {
    const { name } = brand
    const owner = {
      email: 'Margaret.Reed@example.test',
      firstName: 'Zsófia',
      lastName: 'Nguyễn',
      username: 'night_owl_77',
    }
    const ofEmail = ['margaret.reed', '1990margaret.reed!!', owner.email, owner.email.toUpperCase(), 'Margaret1990!']
    const ofNames = ['Zsófia2026', 'nguyễn!!', 'night_owl_77', 'NightOwl77', 'M@rg@ret1']
    const ofProduct = [`${name}2026`, `!!${name.toUpperCase()}!!`, `${name}${name}`]
    for (const typed of [...ofEmail, ...ofNames, ...ofProduct])
      assert.isNotNull(await passwordRules.weakness(typed, owner), typed)
    assert.deepEqual(await passwordRules.weakness('Zsófia2026', owner), refusedBecause('context'))
  })

  const guessable = {
    'a repetition': ['aaaaaaaa', 'x'.repeat(200), '        ', '😀'.repeat(8), 'abababab', 'abcabcabc', 'кот кот кот'],
    'a row of keys': ['asdfghjkl;', 'zxcvbnm,./', '1qazxsw2', 'qwertz123', 'azertyuiop1', 'йцукенгш', 'ячсмитьбю'],
    'a sequence or a date': ['abcdefgh1', '98765432', '2024-01-01', '19901990', '01.01.1990'],
    'a common one with more': ['Password1!', 'P@ssw0rd123', 'sunshine99', 'Summer2024!', 'qwerty123!', 'пароль123'],
  }
  for (const [what, passwords] of Object.entries(guessable))
    test(`is ${what}`, async ({ assert }) => {
      for (const typed of passwords) assert.isNotNull(await passwordRules.weakness(typed, { email: newEmail() }), typed)
    })

  test('is not any other one, nor one that only contains such a word', async ({ assert }) => {
    const others = [password, 'another horse', 'margaret reads at night', `a ${brand.name} of mine`, 'кошка спит дома']
    for (const typed of [...others, 'zq8vlw2m', 'Xk9$mQ2p', '山田は本を読む夜', `${'zq8vlw2m'.repeat(25)}`])
      assert.isNull(await passwordRules.weakness(typed, { email: 'margaret@example.test' }), typed)
  })

  test('is refused by the page, the API and the command line', async ({ assert }) => {
    const { client } = await visit()
    const email = newEmail()
    const refused = await client.post('/api/register', { email, password: common })
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body.errors, [{ field: 'password', ...refusedBecause('common') }])
    assert.isNull(cookieLine(refused.headers))
    const page = await client.call('/api/register', form({ email, password: common, next: '/' }))
    assert.equal(page.status, 422)
    assert.match(page.text, /id="register-password-error">This password is one of the most common ones/)

    const accounts = await app.container.make(Accounts)
    const opened = await accounts.open({ email, password: common })
    assert.deepInclude(opened, { ok: false })
    assert.deepInclude(!opened.ok && opened.failure, { kind: 'invalid', field: 'password' })
    assert.equal((await client.post('/api/register', { email, password })).status, 201)
  })

  test('can’t replace a password, and doesn’t count as a wrong one', async ({ assert }) => {
    const { client, another } = await visit()
    await client.register()
    const { email } = client.user
    const refused = await client.put('/api/user/password', { currentPassword: password, newPassword: common })
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body.errors, [{ field: 'newPassword', ...refusedBecause('common') }])
    // The new password is checked only when the current one is right.
    const guess = await client.put('/api/user/password', { currentPassword: 'wrong password', newPassword: common })
    assert.equal(guess.body.code, 'wrong_password')
    assert.equal((await another().post('/api/login', { email, password })).status, 200)
  })

  test('is refused for the operator, too', async ({ assert }) => {
    const accounts = await app.container.make(Accounts)
    const email = newEmail()
    await accounts.open({ email, password })
    const reset = await accounts.resetPassword(email, common)
    assert.deepEqual(reset, { ok: false, failure: { kind: 'invalid', field: 'password', ...refusedBecause('common') } })
    assert.isTrue((await accounts.resetPassword(email, 'another horse')).ok)
  })
})
