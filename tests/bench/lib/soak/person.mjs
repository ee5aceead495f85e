import { setTimeout as sleep } from 'node:timers/promises'
import { Caller, Unknown } from './calls.mjs'
import { readPage, readSettledPage, ReplyWatch } from './reply.mjs'
import { buy } from './shop.mjs'
import { Tab } from './tab.mjs'

/** Actions and their weights. */
const habits = {
  say: 34,
  sayAndStop: 7,
  sayAndLeave: 6,
  sayTwice: 3,
  reroll: 9,
  goOn: 7,
  edit: 5,
  deleteAndRestore: 4,
  choose: 4,
  like: 3,
  comment: 2,
  browse: 5,
  search: 4,
  listChats: 3,
  deleteChat: 1,
  buy: 2,
  draw: 0.5,
  daily: 0.5,
}

let people = 0

/** A user who remembers every response. */
export class Person {
  /** Answers by id, as last seen: `{ text, cost, state, isWritten, mayGrow }`. */
  answers = new Map()
  /** The user's messages by id. */
  messages = new Map()
  orders = []
  comments = []
  likes = new Map()
  /** The current action. */
  doing = null
  #page = null
  #rubies = 0

  constructor({ fleet, journal, dice, shop }) {
    Object.assign(this, { journal, dice, shop, caller: new Caller(fleet, journal), number: ++people })
  }

  async signUp() {
    const body = { email: `soak-${this.number}@example.test`, password: 'a long enough password', firstName: 'Robin' }
    const register = await this.caller.call('POST', '/api/register', { body, isRepeatable: true })
    // An earlier attempt succeeded, although its response was lost or the server didn't get the database's answer to the commit.
    const hasAccount = register.status === 409
    const { status, json, text } = hasAccount
      ? await this.caller.call('POST', '/api/login', { body, isRepeatable: true })
      : register
    if (status !== 201 && status !== 200) throw new Error(`A sign-up got ${status}: ${text.slice(0, 200)}`)
    this.id = json.id
    this.#rubies = 50
    this.characters = (await this.caller.call('GET', '/api/characters?limit=20')).json
    this.tab = new Tab(this.caller, this.journal)
    this.journal.count('signed up')
  }

  async live(isOver) {
    while (!isOver()) {
      const habit = this.#rubies < 3 ? 'buy' : this.dice.weighted(habits)
      try {
        this.doing = habit
        await this[habit]()
        this.journal.count(`did: ${habit}`)
      } catch (error) {
        if (!(error instanceof Unknown)) this.journal.breach(`${habit}: ${error.stack}`)
      }
      this.doing = null
      await sleep(this.dice.between(20, 400))
    }
  }

  // Messages and replies

  say() {
    return this.#reply()
  }

  async sayAndStop() {
    const after = this.dice.whole(1, 15)
    let stopping = null
    const stop = async () => {
      const { characterId, sessionId } = this.#page
      const { status, text } = await this.caller.call('POST', `/api/chats/${characterId}/stop`, {
        body: { sessionId },
        isRepeatable: true,
      })
      if (status !== 200) this.journal.breach(`a stop got ${status}: ${text.slice(0, 200)}`)
    }
    await this.#reply((count) => void (count >= after && (stopping ??= stop())))
    await stopping
  }

  /** Sends a message, then joins the reply at another process, as a reload of the page does. */
  sayAndLeave() {
    const after = this.dice.whole(1, 10)
    return this.#reply((count) => (count >= after ? 'leave' : null))
  }

  /** Sends a message twice, as a double click does, at two processes. Both requests must lead to one send. */
  async sayTwice() {
    const page = await this.#openPage()
    const content = this.#words()
    const watches = [1, 2].map(() => this.#watch(page, 'reply', content))
    watches[1].key = watches[0].key
    for (const watch of watches) watch.isOneOfTwo = true
    const outcomes = await Promise.all(watches.map((watch) => watch.run()))
    watches.forEach((watch, index) => this.#remember(watch, outcomes[index]))
    const [one, other] = outcomes
    // If the first attempt failed before the second click, there is a second attempt.
    const isWhole = (outcome) => outcome?.state === 'complete'
    if (isWhole(one) && isWhole(other) && one.id !== other.id) this.journal.breach('two clicks made two answers')
  }

  async reroll() {
    await this.#settle()
    if (this.#lastAnswer()) await this.#follow(this.#watch(this.#page, 'reroll', null))
  }

  async goOn() {
    await this.#settle()
    const last = this.#lastAnswer()
    if (last && (last.isCut || last.state !== 'complete')) await this.#follow(this.#watch(this.#page, 'continue', null))
  }

  #lastAnswer() {
    const [message, answer] = this.#page?.messages.slice(-2) ?? []
    return message?.isUser && answer && !answer.isUser ? answer : null
  }

  async #reply(during) {
    await this.#follow(this.#watch(await this.#openPage(), 'reply', this.#words(), during))
  }

  async #follow(watch) {
    this.#remember(watch, await watch.run())
  }

  #watch(page, kind, content, during) {
    const { caller, journal } = this
    return new ReplyWatch({ caller, journal, page, kind, content, during })
  }

  #words() {
    return `${this.number}.${this.messages.size}.${Math.floor(this.dice.roll() * 1e9)}: tell me of the old lighthouse.`
  }

  #remember(watch, outcome) {
    if (outcome?.refused) {
      if (outcome.refused === 'access_denied') this.#rubies = 0
      return
    }
    this.#rubies -= outcome?.cost > 0 ? 1 : 0
    this.#page = watch.after
    if (watch.userMessageId) this.messages.set(watch.userMessageId, watch.content)
    if (watch.after) for (const message of watch.after.messages) this.#note(message)
    const code = watch.end?.type === 'error' ? watch.end.code : null
    if (outcome && (code === 'server_lost' || watch.end === null)) {
      const answer = this.answers.get(outcome.id)
      if (answer && answer.state === 'broken_off') answer.mayGrow = true
    }
    const messageId = outcome?.message.id
    if (messageId && watch.end !== null) this.tab.expectEnd(messageId)
  }

  /** Records all current answers of a message. */
  #note(message) {
    if (message.isUser || !message.model) return
    for (const { id, content, rubyCost, state } of message.alternates ?? [message]) {
      const known = this.answers.get(id)
      this.answers.set(id, { ...known, text: content, cost: rubyCost, state })
    }
  }

  async #openPage() {
    const isNew = this.#page === null || this.#page.messages.length > 16 || this.dice.isOne(0.05)
    const place = isNew ? { characterId: this.dice.oneOf(this.characters).id } : this.#page
    this.#page = place
    await this.#settle()
    if (this.#page === null) throw new Error('A chat disappeared without being deleted.')
    return this.#page
  }

  /** Refetches the chat once no reply is running in it. */
  async #settle() {
    if (this.#page === null) return
    const page = await readSettledPage(this.caller, this.#page)
    if (page === 'never') this.journal.breach('a reply in a chat never ends')
    this.#page = page === 'never' ? null : page
  }

  // Changes of messages

  async edit() {
    const message = this.#page && this.dice.oneOf(this.#page.messages.filter(({ id }) => this.#isKnown(id)))
    if (!message) return
    const content = `Edited ${Math.floor(this.dice.roll() * 1e9)}.`
    const selected = message.alternates?.[message.selectedAlternate]?.id ?? message.id
    const done = await this.#change('PUT', `/api/messages/${message.id}`, { content })
    if (!done) return
    message.content = content
    if (message.isUser) this.messages.set(message.id, content)
    else Object.assign(this.answers.get(selected), { text: content, isWritten: true, mayGrow: false })
    await this.#lookAgain()
  }

  #isKnown(id) {
    return this.answers.has(id) || this.messages.has(id)
  }

  async deleteAndRestore() {
    const message = this.#page && this.dice.oneOf(this.#page.messages.filter(({ id }) => this.#isKnown(id)))
    if (!message) return
    if (!(await this.#change('DELETE', `/api/messages/${message.id}`))) return
    if (!(await this.#change('POST', `/api/messages/${message.id}/restore`))) return
    await this.#lookAgain()
    if (!this.#page?.messages.some(({ id }) => id === message.id)) this.journal.breach('a message was not restored')
  }

  async choose() {
    const message = this.#page?.messages.findLast(({ alternates }) => alternates)
    if (!message) return
    const index = this.dice.whole(0, message.alternates.length - 1)
    if (!(await this.#change('PUT', `/api/messages/${message.id}/alternate`, { index }))) return
    await this.#lookAgain()
    const now = this.#page?.messages.find(({ id }) => id === message.id)
    if (now?.selectedAlternate !== index) this.journal.breach('the selection of an answer was lost')
  }

  /** Makes an idempotent call. Returns whether it succeeded. */
  async #change(method, path, body) {
    const { status, text } = await this.caller.call(method, path, { body, isRepeatable: true })
    if (status === 200) return true
    // The previous reply is still being ended, or an earlier attempt of this call had succeeded.
    if (status !== 409 && status !== 404) this.journal.breach(`${method} ${path} got ${status}: ${text.slice(0, 200)}`)
    this.#page = null
    return false
  }

  async #lookAgain() {
    this.#page = this.#page && (await readPage(this.caller, this.#page))
    for (const message of this.#page?.messages ?? []) this.#note(message)
  }

  async deleteChat() {
    if (!this.#page) return
    const { sessionId } = this.#page
    this.#page = null
    const { status } = await this.caller.call('DELETE', `/api/chats/${sessionId}`, { isRepeatable: true })
    if (status !== 200 && status !== 404) this.journal.breach(`deleting a chat got ${status}`)
  }

  // Other actions

  async like() {
    const { id } = this.dice.oneOf(this.characters)
    this.likes.set(id, null)
    const { status, json } = await this.caller.call('POST', `/api/characters/${id}/like`)
    if (status === 200) this.likes.set(id, json.liked)
    else this.journal.breach(`a like got ${status}`)
  }

  async comment() {
    const { id } = this.dice.oneOf(this.characters)
    const content = `Well met, says ${this.number}, ${Math.floor(this.dice.roll() * 1e9)}.`
    const { status, json } = await this.caller.call('POST', `/api/characters/${id}/comments`, { body: { content } })
    if (status === 201) this.comments.push(json.id)
    else if (status !== 429) this.journal.breach(`a comment got ${status}`)
  }

  async browse() {
    const sort = this.dice.oneOf(['popular', 'new', 'name'])
    const { json } = await this.#ok(`/api/characters?limit=24&sort=${sort}`)
    const { id } = this.dice.oneOf(json)
    await this.#ok(`/api/characters/${id}`)
    await this.#ok(`/api/characters/${id}/comments`)
    await this.#ok(`/api/characters/${id}/similar`)
  }

  search() {
    return this.#ok(`/api/characters?q=${this.dice.oneOf(['a', 'li', 'the', 'captain', 'nobody at all'])}`)
  }

  async listChats() {
    await this.#ok('/api/chats')
    await this.#ok('/api/rubies/transactions?limit=20')
    this.#rubies = (await this.#ok('/api/auth/user')).json.rubies
  }

  async buy() {
    const order = await buy(this)
    if (order) this.orders.push(order)
    this.#rubies = (await this.#ok('/api/auth/user')).json.rubies
  }

  async daily() {
    const { status } = await this.caller.call('POST', '/api/daily-reward/claim', { isRepeatable: true })
    if (status !== 200) this.journal.breach(`a daily reward got ${status}`)
  }

  async draw() {
    const body = { prompt: 'A lighthouse at dusk', aspect: '1:1' }
    const { status, json } = await this.caller.call('POST', '/api/generate-image', { body, isRepeatable: true })
    if (status === 200) {
      const picture = await this.caller.call('GET', json.imageUrl)
      if (picture.status !== 200) this.journal.breach(`a drawn picture got ${picture.status}`)
    } else if (status !== 429) this.journal.breach(`a picture got ${status}`)
  }

  async #ok(path) {
    const answer = await this.caller.call('GET', path)
    if (answer.status !== 200) throw new Error(`${path} got ${answer.status}: ${answer.text.slice(0, 200)}`)
    return answer
  }
}
