import type { SitePage } from '#modules/accounts/api'
import type { ScreenName } from '#web/screens'
import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const text = `> **This is an example.**

# The service

You talk to characters that a machine plays. What they say is *made up*.

- You keep your password to yourself.
- One account is for one person.

| data | how long |
| --- | --- |
| sessions | 30 days |
`

const page = (name: SitePage['name']): SitePage => ({
  name,
  version: 3,
  publishedAt: '2026-11-20T10:00:00.000Z',
  text,
})

const open = async (walk: Walk, name: SitePage['name']) => {
  await walk.answer(`/api/pages/${name}`, { json: page(name) })
  await walk.answer('/api/pages', { json: [page(name)] })
  // The server's own 404, because the page isn't written there.
  walk.visitor.tolerate(new RegExp(`^answer: GET (/api/pages)?/${name} 404$`))
  await walk.page.goto(`/${name}`)
}

const sitePage = (name: SitePage['name'] & ScreenName): Screen => ({
  name: `page ${name}`,
  row: name,
  who: 'visitor',
  states: {
    loading: {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold(`/api/pages/${name}`)
        walk.visitor.tolerate(new RegExp(`^answer: GET (/api/pages)?/${name} 404$`))
        await walk.page.goto(`/${name}`)
        await walk.page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(`/api/pages/${name}`, failure)
        walk.visitor.tolerate(new RegExp(`^answer: GET (/api/pages)?/${name} 404$`))
        await walk.page.goto(`/${name}`)
        await walk.page.getByRole('heading', { name: 'Couldn’t load the page' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await open(walk, name)
        await walk.page.getByRole('heading', { name: 'The service', level: 1 }).waitFor()
        await walk.page.getByRole('navigation', { name: 'About this site' }).waitFor()
      },
    },
  },
  without: { empty: 'A page that wasn’t written is the 404 page.' },
  stops: 6,
})

export const sitePages: readonly Screen[] = (['terms', 'rules', 'privacy', 'imprint'] as const).map(sitePage)
