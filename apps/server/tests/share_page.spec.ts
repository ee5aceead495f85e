import { test } from '@japa/runner'
import { brand } from '#config/brand'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { startServer, type RunningServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { publicServer } from './public_server.ts'

const code = `"><script>alert(1)</script>&`

const publish = async (server: RunningServer, fields: object = {}): Promise<string> => {
  const all = {
    name: `Mo ${code}`,
    description: `Mends nets. ${code}`,
    avatar: '/pictures/uploads/0123456789abcdef.webp',
    tags: ['Sea'],
    first_message: `You again? ${code}`,
    backstory: 'A secret past.',
    created_by: '0198c5a6-0000-7000-8000-000000000000',
    ...fields,
  }
  const columns = Object.keys(all)
  const [{ id }] = await asking(server.databaseUrl)(
    `INSERT INTO characters (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
    Object.values(all)
  )
  return id as string
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const metaOf = (page: string) =>
  new Map(
    [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)].map(([, name, content]) => [
      name!,
      unescaped(content!),
    ])
  )

const unknown = '0198c5a6-0000-7000-8000-000000000001'

test.group('A share page', (group) => {
  let server: RunningServer
  group.setup(async () => {
    server = await publicServer()
  })

  test('describes the character for previews and search engines, with its texts escaped', async ({ assert }) => {
    const id = await publish(server)
    const { status, text, headers } = await new Client(server.url).get(`/share/${id}`)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-cache')
    const meta = metaOf(text)
    const image = 'https://facet.example/pictures/uploads/0123456789abcdef.webp?w=768'
    for (const [name, content] of Object.entries({
      'og:title': `Mo ${code}`,
      'og:description': `Mends nets. ${code}`,
      description: `Mends nets. ${code}`,
      'og:url': `https://facet.example/share/${id}`,
      'og:image': image,
      'og:site_name': brand.name,
      'twitter:card': 'summary',
    }))
      assert.equal(meta.get(name), content, name)
    assert.include(text, `<link rel="canonical" href="https://facet.example/share/${id}">`)
    assert.equal(unescaped(/<title>(.*?)<\/title>/.exec(text)![1]!), `Mo ${code} · ${brand.name}`)
    assert.notInclude(text, '<script>alert')
    const [, json] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text)!
    assert.deepInclude(JSON.parse(json!), {
      name: `Mo ${code}`,
      description: `Mends nets. ${code}`,
      url: `https://facet.example/share/${id}`,
      image,
    })
    // The page contains the rendered screen, which is cached for all visitors.
    assert.include(text, 'You again?')
    assert.include(text, `/api/login?mode=register&amp;next=${encodeURIComponent(`/chat/${id}`)}`)
    assert.notInclude(text, 'A secret past.')
    assert.equal((await new Client(server.url).get(`/share/${id.toUpperCase()}`)).text, text)
  })

  test('names a picture that previews can show, or none', async ({ assert }) => {
    for (const [avatar, image] of [
      ['https://pictures.example/mo.png', 'https://pictures.example/mo.png'],
      ['/pictures/mark/1aaaaaaaaaaaaaa-4d.svg', 'https://facet.example/pictures/mark/1aaaaaaaaaaaaaa-4d.png'],
      ['https://facet.example/api/logout', undefined],
    ] as const) {
      const { text } = await new Client(server.url).get(`/share/${await publish(server, { avatar })}`)
      assert.equal(metaOf(text).get('og:image'), image)
    }
  })

  test('is the same 404 page for private, adult, deleted and unknown characters', async ({ assert }) => {
    const client = new Client(server.url)
    const ids = [
      await publish(server, { is_public: false }),
      await publish(server, { is_nsfw: true }),
      await publish(server, { deleted_at: '2026-01-01' }),
      unknown,
      'nothing',
    ]
    const pages = await Promise.all(ids.map((id) => client.get(`/share/${id}`)))
    for (const { status, text } of pages) {
      assert.equal(status, 404)
      assert.equal(text, pages[0]!.text)
      assert.include(text, '<div id="root"></div>')
      assert.equal(metaOf(text).get('og:title'), `${brand.name}: ${brand.tagline}`)
    }
    assert.notInclude(pages[0]!.text, 'Mends nets')
  })

  test('is in the sitemap, which robots.txt names', async ({ assert }) => {
    const client = new Client(server.url)
    const id = await publish(server)
    const robots = await client.get('/robots.txt')
    assert.match(robots.headers['content-type']!, /^text\/plain/)
    assert.include(robots.text, 'Sitemap: https://facet.example/sitemap.xml')
    const { status, text, headers } = await client.get('/sitemap.xml')
    assert.equal(status, 200)
    assert.match(headers['content-type']!, /^application\/xml/)
    assert.include(text, `<loc>https://facet.example/share/${id}</loc>`)
    const packed = await fetch(`${server.url}/sitemap.xml`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    assert.equal(await packed.text(), text)
  })
})

test.group('Public pages', () => {
  test('have no absolute addresses and no sitemap without APP_URL', async ({ assert, cleanup }) => {
    const server = await startServer({ env: { APP_URL: '' } })
    cleanup(async () => void (await server.stop()))
    const client = new Client(server.url)
    const { status, text } = await client.get(`/share/${await publish(server)}`)
    assert.equal(status, 200)
    assert.equal(metaOf(text).get('og:title'), `Mo ${code}`)
    assert.isFalse(metaOf(text).has('og:image'))
    assert.notInclude(text, 'rel="canonical"')
    assert.notInclude(text, server.url)
    assert.equal((await client.get('/sitemap.xml')).status, 404)
    assert.notInclude((await client.get('/robots.txt')).text, 'Sitemap')
  }).tags(longRun)

  test('answer 404 with PUBLIC_PAGES=off', async ({ assert, cleanup }) => {
    const server = await startServer({ env: { PUBLIC_PAGES: 'off', APP_URL: 'https://facet.example' } })
    cleanup(async () => void (await server.stop()))
    const client = new Client(server.url)
    const id = await publish(server)
    const page = await client.get(`/share/${id}`)
    assert.equal(page.status, 404)
    assert.equal(page.text, (await client.get(`/share/${unknown}`)).text)
    assert.include(page.text, '<meta name="public-pages" content="off">')
    for (const path of [`/api/characters/${id}/share`, '/sitemap.xml', `/sitemaps/${unknown}.xml`])
      assert.equal((await client.get(path)).status, 404, path)
    assert.notInclude((await client.get('/robots.txt')).text, 'Sitemap')
  }).tags(longRun)
})
