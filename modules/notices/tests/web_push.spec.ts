import { createECDH } from 'node:crypto'
import { test } from '@japa/runner'
import { composePush } from '../src/push/push_message.ts'
import {
  authorizePush,
  encryptPush,
  newServerKey,
  parseReceiverKeys,
  payloadBytesMax,
  serverKeyOf,
} from '../src/push/web_push.ts'
import { decryptPush, newReceiver, verifyPush } from '#tests/support/push_receiver'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5. */
const example = {
  plaintext: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  receiver: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  sender: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3' +
    'jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test.group('The encryption of pushes', () => {
  test('gives the bytes of the example in RFC 8291', ({ assert }) => {
    const keys = parseReceiverKeys(example.keys)!
    const body = encryptPush(Buffer.from(example.plaintext), keys, { privateKey: example.sender, salt: example.salt })
    assert.equal(body.toString('base64url'), example.body)
    const receiver = createECDH('prime256v1')
    receiver.setPrivateKey(example.receiver)
    assert.equal(decryptPush(body, receiver, keys.auth), example.plaintext)
  })

  test('takes 3,900 bytes in a body of at most 4,096, and no more', ({ assert }) => {
    const { keys, decrypt } = newReceiver()
    const parsed = parseReceiverKeys(keys)!
    const longest = 'é'.repeat(payloadBytesMax / 2)
    const body = encryptPush(Buffer.from(longest), parsed)
    assert.isAtMost(body.length, 4_096)
    assert.equal(decrypt(body), longest)
    assert.throws(() => encryptPush(Buffer.from(`${longest}!`), parsed))
  })

  test('differs for the same text', ({ assert }) => {
    const keys = parseReceiverKeys(newReceiver().keys)!
    assert.notDeepEqual(encryptPush(Buffer.from('a'), keys), encryptPush(Buffer.from('a'), keys))
  })

  test('refuses keys that no browser makes', ({ assert }) => {
    const { p256dh, auth } = newReceiver().keys
    assert.isNotNull(parseReceiverKeys({ p256dh, auth }))
    const point = bytes(p256dh)
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    for (const wrong of ['', 'AA', `${p256dh}A`, `${p256dh}=`, ` ${p256dh}`, point.toString('hex'), offCurve])
      assert.isNull(parseReceiverKeys({ p256dh: wrong, auth }), wrong)
    for (const wrong of ['', 'AA', `${auth}AA`, `${auth}==`])
      assert.isNull(parseReceiverKeys({ p256dh, auth: wrong }), wrong)
  })
})

test.group('The key of the server', () => {
  test('signs for the origin of the endpoint, for half a day', ({ assert }) => {
    const key = newServerKey()
    const now = Date.parse('2026-11-30T12:00:00.900Z')
    const header = authorizePush('https://push.example/send/secret?x=1', key, 'mailto:ops@facet.example', now)
    const { isValid, head, claims, key: said } = verifyPush(header)
    assert.isTrue(isValid)
    assert.deepEqual(head, { typ: 'JWT', alg: 'ES256' })
    const exp = Date.parse('2026-12-01T00:00:00Z') / 1_000
    assert.deepEqual(claims, { aud: 'https://push.example', exp, sub: 'mailto:ops@facet.example' })
    assert.equal(said, key.publicKey)
  })

  test('is derived from the private one, and nothing else is a key', ({ assert }) => {
    const { privateKey, publicKey } = newServerKey()
    assert.equal(serverKeyOf(privateKey)?.publicKey, publicKey)
    const zero = Buffer.alloc(32).toString('base64url')
    const tooLarge = Buffer.alloc(32, 255).toString('base64url')
    for (const wrong of ['', privateKey.slice(1), `${privateKey}=`, zero, tooLarge])
      assert.isNull(serverKeyOf(wrong), wrong)
  })
})

test.group('The contents of a push', () => {
  const described = {
    id: '01a22eda-5722-70e8-9339-accf7e1a2d18',
    kind: 'comment' as const,
    title: 'Rob commented on Mara',
    text: 'Lovely.',
    href: '/character/mara',
    pictureUrl: '/pictures/mara.webp',
    isAdult: false,
  }
  const compose = (changes: object, showsTexts = true) =>
    JSON.parse(composePush({ ...described, ...changes }, { tag: 'tag', showsTexts }).toString())
  const bare = { id: described.id, kind: 'comment', href: '/character/mara', tag: 'tag' }

  test('are words and a picture only where they are allowed, and never of an adult character', ({ assert }) => {
    const { title, text, pictureUrl } = described
    assert.deepEqual(compose({}), { ...bare, title, text, pictureUrl })
    assert.deepEqual(compose({}, false), bare)
    assert.deepEqual(compose({ isAdult: true }), bare)
    assert.deepEqual(compose({ href: null, text: '', pictureUrl: null }), { ...bare, href: '/notifications', title })
  })

  test('fit, however long the parts are', ({ assert }) => {
    const long = compose({ title: '😀'.repeat(200), text: 'é'.repeat(400) })
    assert.equal([...long.title].length, 120)
    assert.equal([...long.text].length, 300)
    assert.isTrue(long.text.endsWith('…'))
    const huge = 'a'.repeat(payloadBytesMax)
    assert.notProperty(compose({ pictureUrl: huge }), 'pictureUrl')
    assert.deepEqual(compose({ href: `/${huge}` }), { ...bare, href: '/notifications' })
    const body = composePush(
      { ...described, title: '\u0001'.repeat(200), text: '\u0001'.repeat(400) },
      { tag: 'tag', showsTexts: true }
    )
    assert.isAtMost(body.length, payloadBytesMax)
  })
})
