import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { claimsAuthority, nameProblem } from '../src/domain/names_of_people.ts'
import { accountNames } from '../src/providers/identity_fields.ts'
import { newEmail, password, visit } from './support.ts'

const legitimate = [
  'Nguyễn',
  'Zsófia',
  '山田',
  'O’Brien',
  "O'Brien",
  'أحمد',
  'Ольга',
  'Αλέξανδρος',
  'ანა',
  'Jean-Luc',
  'María José',
  'Anna Иванова',
  '山田 たろう',
  '김민준',
  'שרה',
  'می\u200cخواهم',
  'ශ්\u200dරී',
  'Robin 🦊',
  '👩‍🚀',
  'Root',
  'Mod',
  'Adminah',
  'Official Ann',
  'Facette',
  'Theo',
  'Stafford',
  'Verified',
  'Team Ann',
  '★ Luna ★',
  'Admiral',
  'Аня',
]
const refused = {
  hidden: [
    'An\u202enA',
    'Ann\u200b',
    'A\u2066nn',
    'A\u00adnn',
    '\u2063Ann',
    'An\u200dn',
    'Ann\u3164',
    'A\ufeffnn',
    'A\u0007nn',
  ],
  badge: ['☑ Verified Staff', 'Ann ✓', '✔️ Ann', '✅Ann', 'Ann™', `${brand.name}®`, '🛡️ Ann', 'Ann 🗸'],
  mixed: ['Аnna', 'Rоbin', 'Pαul', 'Jean-Lуc'],
  reserved: [
    brand.name,
    `${brand.name} Admin`,
    `${brand.name.toUpperCase()}-SUPPORT`,
    'Admin',
    'ADMIN',
    'a d m i n',
    'Adm1n',
    'adrnin',
    'Support Team',
    'the real moderator',
    'Ａｄｍｉｎ',
    '𝐀𝐝𝐦𝐢𝐧',
    'Àdmín',
    'The Moderators',
    'Moderators',
    'Admins',
    'Mods',
    'The Mods',
    'The Mod',
    'Staff',
    'a Staff Member',
    'Verified Staff',
    '★ Verified Staff ★',
    'System',
    'System Administrator',
    'The Team',
    'Our Team',
    'Security Team',
    'Help Desk',
    'Trust & Safety',
    'Customer Care',
    'Head of Support',
    `The ${brand.name} Team`,
    `${brand.name}s`,
    `Official ${brand.name} Bot`,
    '🅐🅓🅜🅘🅝',
    '🅰🅳🅼🅸🅽',
    '🇦🇩🇲🇮🇳',
    '🄼🄾🄳🅂',
    'Ⓢⓣⓐⓕⓕ',
    'Администратор',
    'Moderador',
    '管理员',
  ],
} as const

test.group('Names of people', () => {
  for (const name of legitimate)
    test(`pass in a single script: ${name}`, ({ assert }) => {
      assert.isNull(nameProblem(name, brand.name))
    })

  for (const [problem, names] of Object.entries(refused))
    for (const name of names)
      test(`are refused as ${problem}: ${JSON.stringify(name)}`, ({ assert }) => {
        assert.equal(nameProblem(name, brand.name), problem)
      })

  test('that claim authority are detected without separators and with digits', ({ assert }) => {
    for (const name of [
      'facet_admin',
      'FacetAdmin',
      'adm1n',
      'adrnin',
      'support-team',
      'm0derator',
      'facet_officia1',
      'the_moderators',
      'facet-staff',
      'system',
      'help_desk',
    ])
      assert.isTrue(claimsAuthority(name, 'Facet'), name)
    for (const name of ['facetious', 'administer', 'team', 'the-a', 'admin-4711', 'mod', ''])
      assert.isFalse(claimsAuthority(name, 'Facet'), name)
  })

  test('are refused with a message at registration and in the settings, and stored ones stay', async ({ assert }) => {
    const { client, another, rows } = await visit()
    const register = (fields: object) => another().post('/api/register', { email: newEmail(), password, ...fields })
    for (const [field, value] of [
      ['firstName', `${brand.name} Admin`],
      ['lastName', 'Ann\u202e'],
      ['firstName', 'Аnna'],
    ] as const) {
      const { status, body } = await register({ [field]: value })
      assert.equal(status, 422, value)
      assert.equal(body.errors[0].field, field)
      assert.match(body.message, /Please/)
    }
    assert.equal((await register({ firstName: 'Support', lastName: 'Team' })).status, 422)
    assert.equal((await register({ firstName: 'The', lastName: 'Admin' })).status, 422)
    assert.equal((await register({ firstName: 'Zsófia', lastName: 'Nguyễn' })).status, 201)

    await client.register()
    const settings = (fields: object) => client.put('/api/user/settings', fields)
    assert.equal((await settings({ lastName: 'Moderator' })).status, 422)
    assert.equal((await settings({ personaName: 'Ann\u200b' })).body.errors[0].field, 'personaName')
    assert.equal((await settings({ personaName: 'Admin of the deep' })).status, 200)
    await rows(`UPDATE users SET first_name = 'Facet', last_name = 'Admin' WHERE id = $1`, [client.user.id])
    const unchanged = await settings({ firstName: 'Facet', lastName: 'Admin', personaName: 'Ann' })
    assert.equal(unchanged.status, 200)
    assert.equal(unchanged.body.firstName, 'Facet')
    assert.equal((await settings({ firstName: 'Support' })).status, 422)
    assert.equal((await settings({ firstName: 'Ann', lastName: 'Lee' })).status, 200)
  })

  test('from a provider are cleaned or dropped, and never prevent a sign-in', ({ assert }) => {
    const names = (firstName: string | null, lastName: string | null) => accountNames({ firstName, lastName }, 'Facet')
    assert.deepEqual(names(' Zsófia\u200b ', 'Nguyễn'), { firstName: 'Zsófia', lastName: 'Nguyễn' })
    assert.deepEqual(names('Facet Admin', 'Lee'), { firstName: null, lastName: 'Lee' })
    assert.deepEqual(names('Аnna', null), { firstName: null, lastName: null })
    assert.deepEqual(names('The', 'Moderator'), { firstName: 'The', lastName: null })
    assert.deepEqual(names('Mod', 'Root'), { firstName: 'Mod', lastName: 'Root' })
  })

  test('as usernames are taken when they claim authority', async ({ assert }) => {
    const { client } = await visit()
    await client.register()
    for (const username of [
      'facet_admin',
      'adm1n',
      'FacetSupport',
      'adrnin',
      'm0derator',
      'TheModerators',
      'staff_team',
    ]) {
      assert.equal((await client.put('/api/user/username', { username })).status, 409, username)
      const { body } = await client.get(`/api/user/username/check/${username}`)
      assert.deepEqual(body, { available: false, message: 'This username is already taken' })
    }
  })
})
