import { failure, type Walk } from '../support/walk.ts'
import type { Screen } from './screen.ts'

const call = /\/api\/characters\/[\w-]{36}\/share/
const address = ({ stage }: Walk) => `/share/${stage.characterIds[1]}`

export const share: Screen = {
  name: 'share',
  row: 'share',
  who: 'visitor',
  states: {
    loading: {
      isBlank: true,
      bring: async (walk) => {
        await walk.hold(call)
        await walk.page.goto(address(walk))
        await walk.page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
      },
    },
    failed: {
      bring: async (walk) => {
        await walk.answer(call, failure)
        await walk.page.goto(address(walk))
        await walk.page.getByRole('heading', { name: 'Couldn’t load the character' }).waitFor()
      },
    },
    'not found': {
      bring: async (walk) => {
        walk.visitor.tolerate(/^answer: GET (\/api\/characters\/\S+)?\/share\S* 404$/)
        await walk.page.goto('/share/00000000-0000-7000-8000-000000000000')
        await walk.page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
      },
    },
    done: {
      isWhole: true,
      bring: async (walk) => {
        await walk.page.goto(address(walk))
        await walk.page.getByRole('link', { name: 'Start chat' }).waitFor()
      },
    },
  },
  without: { empty: 'It always has a character.' },
  stops: 6,
}
