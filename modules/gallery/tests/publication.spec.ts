import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import moderationConfig from '#config/moderation'
import { Accounts, OwnLorebooks, PictureStore, Storage } from '#modules/accounts/index'
import type { Jobs } from '#modules/jobs/index'
import { newId } from '#modules/kernel/ids'
import type { Limiters } from '#modules/kernel/rate_limit'
import { violatedConstraint } from '#modules/kernel/sql'
import { ProviderError, type ProviderErrorCode } from '#plugins/contract/errors'
import type { ModerationProvider, ModerationRequest } from '#plugins/contract/moderation'
import { Gallery, ProfileTexts, type ModerationSettings, type ReviewDecision } from '../index.ts'
import { CreateCharacter } from '../src/actions/create_character.ts'
import { EditCharacter } from '../src/actions/edit_character.ts'
import { EditComment } from '../src/actions/edit_comment.ts'
import { ImportCharacters } from '../src/actions/import_characters.ts'
import { PostComment } from '../src/actions/post_comment.ts'
import { withdrawCharacters } from '../src/actions/withdraw_characters.ts'
import { DatabaseModeratedGallery } from '../src/database_moderated_gallery.ts'
import { ContentRules } from '../src/domain/character_rules.ts'
import { DatabasePublicationReviews } from '../src/publication/database_publication_reviews.ts'
import { Moderation } from '../src/publication/moderation.ts'
import { PublicationGate, type ReviewPayload } from '../src/publication/publication_gate.ts'
import { Publications } from '../src/publication/publications.ts'
import { ResumeReviews } from '../src/publication/resume_reviews.ts'
import { ReviewProfile } from '../src/publication/review_profile.ts'
import { ReviewPublication } from '../src/publication/review_publication.ts'
import { CharacterVersions } from '../src/queries/character_versions.ts'
import { ListCommentsQuery } from '../src/queries/list_comments_query.ts'
import { aDraft, aViewer, database, newWord, putCharacters } from './support.ts'

interface Options {
  /** Returns the categories of a request, or throws. Without it, only the local rules judge. */
  remote?: (request: ModerationRequest) => readonly string[]
  takesPictures?: boolean
  reviewFirst?: number
  heldCategories?: ModerationSettings['heldCategories']
}

/** A gallery whose moderation providers give injected verdicts. `runJobs` does what the worker does with the queued jobs. */
const setUp = async ({ remote, takesPictures = false, reviewFirst = 0, heldCategories }: Options = {}) => {
  const { container } = app
  const db = await database()
  const accounts = await container.make(Accounts)
  const judged: ModerationRequest[] = []
  const provider: ModerationProvider = {
    isInstant: false,
    takesPictures,
    async judge(request) {
      judged.push(request)
      return { categories: remote!(request) }
    },
  }
  const settings: ModerationSettings = {
    judges: 'tests',
    open: async () => [...(await moderationConfig.open()), ...(remote ? [provider] : [])],
    heldCategories: heldCategories ?? moderationConfig.heldCategories,
    reviewFirst,
  }
  let queued: { id: string; payload: ReviewPayload }[] = []
  const jobs = {
    enqueue: async (order: { id: string; payload: ReviewPayload }) => void queued.push(order),
    statuses: async () => new Map(),
  } as unknown as Jobs
  const moderation = new Moderation(settings)
  const gate = new PublicationGate(moderation, settings, accounts, jobs)
  const [rules, gallery] = [await container.make(ContentRules), await container.make(Gallery)]
  const [lorebooks, storage] = [await container.make(OwnLorebooks), await container.make(Storage)]
  const unlimited = { count: async () => null, uncount: async () => {} } as never
  const versions = await container.make(CharacterVersions)
  const publications = new Publications()
  const announced: string[] = []
  publications.published.on(async ({ characterId, creatorId }) => {
    if (creatorId === owner.id) announced.push(characterId)
  })
  const create = new CreateCharacter(db, rules, unlimited, lorebooks, storage, gate, publications)
  const edit = new EditCharacter(db, rules, lorebooks, versions, unlimited, storage, gate, publications)
  const comments = new PostComment(db, { enabled: false } as Limiters, gate, gallery)
  const commentEdits = new EditComment(db, unlimited, gate)
  const review = new ReviewPublication(
    db,
    moderation,
    accounts,
    await container.make(PictureStore),
    gallery,
    publications,
    await container.make(ProfileTexts)
  )
  const reviews = new DatabasePublicationReviews(db, review, accounts)
  const email = `${newWord()}@example.test`
  const opened = await accounts.open({ email, password: 'correct horse', firstName: 'Robin' })
  if (!opened.ok) throw new Error('no account')
  const owner = aViewer({ id: opened.value.userId, limitlessEnabled: true })
  const rowsOf = async (sql: string, values: unknown[] = []): Promise<any[]> =>
    (await db.rawQuery(sql, values as never)).rows

  return {
    db,
    accounts,
    owner,
    judged,
    announced,
    gate,
    rules,
    gallery,
    reviews,
    review,
    rowsOf,
    jobs,
    queued: () => queued,
    async create(fields: object = {}) {
      const created = await create.run(owner.id, { ...aDraft(), ...fields })
      if (!created.ok) throw new Error(JSON.stringify(created.failure))
      return created.value.id
    },
    tryCreate: (fields: object) => create.run(owner.id, { ...aDraft(), ...fields }),
    async edit(id: string, fields: object) {
      const edited = await edit.run(id, fields, owner)
      if (!edited.ok) throw new Error(JSON.stringify(edited.failure))
    },
    comment: (characterId: string, content: string, parentId: string | null = null) =>
      comments.run(owner.id, { id: characterId, isNsfw: false }, content, parentId),
    editComment: (characterId: string, commentId: string, content: string) =>
      commentEdits.run({ userId: owner.id, characterId, commentId, content }),
    moderated: new DatabaseModeratedGallery(db),
    /** Whether others see it, and the state that the owner sees. */
    async stateOf(id: string) {
      const found = await gallery.findDetails(id, owner)
      const isSeen = (await gallery.find(id, aViewer({ limitlessEnabled: true }))) !== null
      return { isSeen, review: found?.review ?? null, reason: found?.reviewReason ?? null }
    },
    async runJobs() {
      const due = queued
      queued = []
      for (const { payload } of due) await review.run(payload, new AbortController().signal)
    },
    async heldOf(subjectId: string) {
      const [row] = await rowsOf(
        `SELECT id, causes FROM publication_reviews WHERE subject_id = ?::uuid AND state = 'held'`,
        [subjectId]
      )
      return row as { id: string; causes: string[] } | undefined
    },
    async decide(id: string, decision: Partial<ReviewDecision> = {}) {
      const [{ round }] = await rowsOf('SELECT round FROM publication_reviews WHERE id = ?', [id])
      const whole = { round, isApproved: true, reason: null, actorId: newId(), ...decision }
      return db.transaction((trx) => reviews.decide(id, whole, trx))
    },
    profile: (userId: string) => db.transaction((trx) => new ReviewProfile(moderation, gate).run(userId, trx)),
  }
}

const seen = { isSeen: true, review: null, reason: null }
const waiting = { isSeen: false, review: 'waiting', reason: null }
const held = { isSeen: false, review: 'held', reason: null }
const failing = (code: ProviderErrorCode) => () => {
  throw new ProviderError(code, 'No.')
}

test.group('Publishing with local rules', () => {
  test('publishes at once', async ({ assert }) => {
    const { create, edit, stateOf, queued } = await setUp()
    const id = await create()
    assert.deepEqual(await stateOf(id), seen)
    await edit(id, { name: 'Mona' })
    assert.deepEqual(await stateOf(id), seen)
    assert.lengthOf(queued(), 0)
  })

  for (const field of ['name', 'nickname', 'scenario', 'firstMessage', 'exampleDialogue', 'creatorName'])
    test(`refuses forbidden words in ${field}`, async ({ assert }) => {
      const { tryCreate, create, edit, stateOf } = await setUp()
      const refused = await tryCreate({ [field]: 'Full of g0re.' })
      assert.deepInclude(refused, { ok: false })
      if (!refused.ok && refused.failure.kind === 'invalid')
        assert.deepEqual(refused.failure.problems, [
          { field, rule: 'forbidden', message: `Characters cannot contain: gore (${field})` },
        ])
      const id = await create({ isPublic: false, [field]: 'Full of g0re.' })
      await assert.rejects(() => edit(id, { isPublic: true }), /cannot contain: gore/)
      assert.isFalse((await stateOf(id)).isSeen)
    })

  test('accepts words that only contain a forbidden one', async ({ assert }) => {
    const { create, stateOf } = await setUp()
    assert.deepEqual(await stateOf(await create({ name: 'Gregory', firstMessage: 'In which category?' })), seen)
  })

  test('judges imports, except for trusted ones', async ({ assert }) => {
    const { db, rules, gate, owner } = await setUp({ reviewFirst: 1 })
    const importer = new ImportCharacters(db, rules, gate)
    const entry = { backstory: 'Was born.', personality: 'Calm.', greeting: 'Hello.' }
    const entries = (names: string[]) =>
      (async function* () {
        for (const name of names) yield { value: { ...entry, name } }
      })()
    const refused: string[] = []
    const inserted: string[] = []
    const options = {
      ownerId: owner.id,
      onRefused: ({ message }: { message: string }) => void refused.push(message),
      onInserted: async (list: readonly { id: string }[]) => void inserted.push(...list.map(({ id }) => id)),
    }
    assert.include(await importer.run(entries(['Ann', 'G0re']), options), { imported: 1, refused: 1 })
    assert.deepEqual(refused, ['Characters cannot contain: gore (name)'])
    await importer.run(entries(['Ben']), { ...options, isTrusted: true })
    const { rows } = await db.rawQuery(
      'SELECT name, is_public, review FROM characters WHERE id = ANY (?) ORDER BY name',
      [inserted]
    )
    assert.deepEqual(rows, [
      { name: 'Ann', is_public: false, review: 'held' },
      { name: 'Ben', is_public: true, review: null },
    ])
  })
})

test.group('Publishing with a provider that a job asks', () => {
  test('waits for the verdict, and publishes', async ({ assert }) => {
    const { create, stateOf, runJobs, judged, queued } = await setUp({ remote: () => [] })
    const id = await create({ tags: ['Sea'], creatorNotes: { text: 'Be kind.', translations: { de: 'Sei nett.' } } })
    assert.deepEqual(await stateOf(id), waiting)
    const job = queued()[0]!
    await runJobs()
    assert.deepEqual(await stateOf(id), seen)
    const [{ texts, isAdult }] = judged as [ModerationRequest]
    assert.isFalse(isAdult)
    assert.includeMembers([...texts], ['Mo', 'Mends nets, and hearts.', 'Sea', 'Be kind.', 'Sei nett.'])
    queued().push(job)
    await runJobs()
    assert.lengthOf(judged, 1, 'the same job again asks no one')
  })

  test('announces a character once, when it is public for the first time', async ({ assert }) => {
    const { create, edit, runJobs, announced, db } = await setUp({ remote: () => [] })
    const id = await create({ isPublic: false })
    await runJobs()
    await edit(id, { isPublic: true })
    assert.deepEqual(announced, [])
    await runJobs()
    assert.deepEqual(announced, [id])
    await edit(id, { isPublic: false })
    await edit(id, { isPublic: true })
    await runJobs()
    assert.deepEqual(announced, [id])

    const local = await setUp()
    const [first, second] = [await local.create(), await local.create({ isPublic: false })]
    await local.edit(second, { name: 'Mona' })
    assert.deepEqual(local.announced, [first])
    await local.edit(second, { isPublic: true })
    await local.edit(first, { name: 'Mona' })
    assert.deepEqual(local.announced, [first, second])

    // A public character of an earlier release has no date.
    await db.rawQuery('UPDATE characters SET published_at = NULL WHERE id = ?', [first])
    await local.edit(first, { isPublic: false })
    await local.edit(first, { isPublic: true })
    assert.deepEqual(local.announced, [first, second])
  })

  test('asks nothing about private characters', async ({ assert }) => {
    const { create, stateOf, queued } = await setUp({ remote: () => [] })
    assert.deepEqual(await stateOf(await create({ isPublic: false })), { ...waiting, review: null })
    assert.lengthOf(queued(), 0)
  })

  test('holds what was found until a moderator approves it', async ({ assert }) => {
    const { create, stateOf, runJobs, heldOf, decide, reviews, owner } = await setUp({ remote: () => ['hate'] })
    const id = await create()
    await runJobs()
    assert.deepEqual(await stateOf(id), held)
    const { id: reviewId, causes } = (await heldOf(id))!
    assert.deepEqual(causes, ['hate'])
    const shown = (await reviews.find(reviewId))!
    assert.deepInclude(shown, { kind: 'character', characterName: 'Mo', isEscalated: false, isAdult: false })
    assert.deepInclude(shown.texts, { field: 'backstory', text: 'Mo was born at sea.' })
    assert.deepEqual(shown.pictures, ['https://pictures.example.test/mo.png'])
    assert.equal(shown.author.id, owner.id)
    assert.isTrue((await decide(reviewId)).ok)
    assert.deepEqual(await stateOf(id), seen)
    assert.deepEqual(await decide(reviewId), { ok: false, failure: { kind: 'unknown' } })
    assert.isNull(await reviews.find(reviewId))
  })

  test('holds sexual content unless it is for adults, and never violence', async ({ assert }) => {
    const { create, stateOf, runJobs } = await setUp({ remote: () => ['sexual', 'violence'] })
    const [open, adult] = [await create(), await create({ isNsfw: true })]
    await runJobs()
    assert.deepEqual([await stateOf(open), await stateOf(adult)], [held, seen])
  })

  test('shows the reason of a refusal to the owner, and needs a moderator after a change', async ({ assert }) => {
    let found = ['hate']
    const { create, edit, stateOf, runJobs, heldOf, decide } = await setUp({ remote: () => found })
    const id = await create()
    await runJobs()
    const refused = await decide((await heldOf(id))!.id, { isApproved: false, reason: 'Not kind.' })
    assert.isTrue(refused.ok)
    assert.deepEqual(await stateOf(id), { isSeen: false, review: 'refused', reason: 'Not kind.' })
    found = []
    await edit(id, { description: 'Is kind now.' })
    assert.deepEqual(await stateOf(id), waiting)
    await runJobs()
    assert.deepEqual(await stateOf(id), held)
    assert.deepEqual((await heldOf(id))!.causes, ['changed_after_review'])
    await edit(id, { description: 'Is very kind now.' })
    await runJobs()
    assert.deepEqual(await stateOf(id), held, 'another change needs a moderator, too')
    await decide((await heldOf(id))!.id)
    assert.deepEqual(await stateOf(id), seen)
    await edit(id, { description: 'Is kind still.' })
    await runJobs()
    assert.deepEqual(await stateOf(id), seen, 'an approval ends it')
  })

  test('hides a changed character until the change is judged, and judges only what others read', async ({ assert }) => {
    const { create, edit, stateOf, runJobs, queued } = await setUp({ remote: () => [] })
    const id = await create()
    await runJobs()
    await edit(id, { avatarFocus: { x: 0.5, y: 0.5 }, allowForks: true })
    assert.deepEqual([await stateOf(id), queued()], [seen, []])
    for (const change of [
      { name: 'Mona' },
      { exampleDialogue: 'Mo: Hi.' },
      { tags: ['Land'] },
      { isNsfw: true },
      { avatar: 'https://pictures.example.test/mona.png' },
    ]) {
      await edit(id, change)
      assert.deepEqual(await stateOf(id), waiting, JSON.stringify(change))
      await runJobs()
      assert.deepEqual(await stateOf(id), seen, JSON.stringify(change))
    }
  })

  test('ignores a late verdict about an earlier state', async ({ assert }) => {
    const { create, edit, stateOf, runJobs, queued } = await setUp({
      remote: ({ texts }) => (texts.includes('Worse.') ? ['hate'] : []),
    })
    const id = await create()
    const early = queued()[0]!
    await edit(id, { description: 'Worse.' })
    await runJobs()
    queued().push(early)
    await runJobs()
    assert.deepEqual(await stateOf(id), held)
  })

  test('ignores a verdict when the text changes while it is judged', async ({ assert }) => {
    let change: (() => Promise<void>) | null = null
    const stage = await setUp({ remote: () => [] })
    const id = await stage.create()
    const { review, edit, stateOf, queued, runJobs } = stage
    const content = review.contentOf.bind(review)
    review.contentOf = async (...given) => {
      const read = await content(...given)
      const due = change
      change = null
      await due?.()
      return read
    }
    change = () => edit(id, { description: 'Another.' })
    await runJobs()
    assert.deepEqual(await stateOf(id), waiting)
    assert.lengthOf(queued(), 1)
    await runJobs()
    assert.deepEqual(await stateOf(id), seen)
  })

  test('publishes nothing that its owner withdrew meanwhile', async ({ assert }) => {
    const { create, edit, stateOf, runJobs, reviews } = await setUp({ remote: () => ['hate'] })
    const id = await create()
    await edit(id, { isPublic: false })
    const isPrivate = { isSeen: false, review: null, reason: null }
    assert.deepEqual(await stateOf(id), isPrivate)
    await runJobs()
    assert.deepEqual(await stateOf(id), isPrivate)
    const listed = (await reviews.list({ limit: 200 }))!.items
    assert.isFalse(listed.some(({ author, kind }) => kind === 'character' && author.id === id))
    await edit(id, { isPublic: true })
    await runJobs()
    assert.deepEqual(await stateOf(id), held)
  })

  test('keeps the wish when an edit doesn’t name it', async ({ assert }) => {
    const { create, edit, stateOf, runJobs } = await setUp({ remote: () => [] })
    const id = await create()
    await edit(id, { name: 'Mona' })
    assert.deepEqual(await stateOf(id), waiting)
    await runJobs()
    assert.deepEqual(await stateOf(id), seen)
  })

  test('stays waiting while the provider fails, and is queued again', async ({ assert }) => {
    let remote: Options['remote'] = failing('unavailable')
    const stage = await setUp({ remote: (request) => remote!(request) })
    const { create, stateOf, runJobs, queued, rowsOf, db, jobs, gate } = stage
    const id = await create()
    await assert.rejects(runJobs)
    assert.deepEqual(await stateOf(id), waiting)
    const resume = new ResumeReviews(db, jobs, gate)
    await resume.run()
    assert.lengthOf(queued(), 0, 'not at once')
    await rowsOf(`UPDATE publication_reviews SET began_at = now() - interval '16 minutes' WHERE character_id = ?`, [id])
    await resume.run()
    await resume.run()
    const own = await rowsOf('SELECT job_id FROM publication_reviews WHERE character_id = ?', [id])
    assert.lengthOf(
      queued().filter((job) => job.id === own[0].job_id),
      1
    )
    remote = () => []
    await runJobs()
    assert.deepEqual(await stateOf(id), seen)
  })

  test('holds what the provider can’t judge', async ({ assert }) => {
    const { create, stateOf, runJobs, heldOf } = await setUp({ remote: failing('bad_request') })
    const id = await create()
    await runJobs()
    assert.deepEqual(await stateOf(id), held)
    assert.deepEqual((await heldOf(id))!.causes, ['unchecked'])
  })

  test('sends pictures to providers that take them, and leaves more than 70 to a moderator', async ({ assert }) => {
    const { create, stateOf, runJobs, judged, heldOf } = await setUp({ remote: () => [], takesPictures: true })
    const asset = (n: number) => ({ type: 'other', name: `p${n}`, address: `https://pictures.example.test/${n}.png` })
    const assets = (count: number) => Array.from({ length: count }, (_, n) => asset(n))
    const most = await create({ background: '/pictures/mark/abc.svg', assets: assets(68) })
    await runJobs()
    assert.deepEqual(await stateOf(most), seen)
    assert.lengthOf(judged[0]!.pictures, 69, 'without what the server draws')
    const more = await create({ assets: assets(70) })
    await runJobs()
    assert.deepEqual((await heldOf(more))!.causes, ['unchecked'])
  })

  test('publishes a character of a disabled account only when it is enabled', async ({ assert }) => {
    const { create, runJobs, heldOf, decide, accounts, owner, db, rowsOf, stateOf } = await setUp({
      remote: () => ['hate'],
    })
    const id = await create()
    await runJobs()
    await db.transaction((trx) => accounts.setDisabled(owner.id, true, trx))
    await decide((await heldOf(id))!.id)
    const [row] = await rowsOf('SELECT is_public, is_withdrawn, review FROM characters WHERE id = ?', [id])
    assert.deepEqual(row, { is_public: false, is_withdrawn: true, review: null })
    await db.transaction((trx) => accounts.setDisabled(owner.id, false, trx))
    assert.deepEqual(await stateOf(id), seen)
    await db.transaction((trx) => withdrawCharacters(owner.id, trx))
  })
})

test.group('Content about minors', () => {
  const minors: Options = { remote: () => ['sexual/minors'], heldCategories: {} }

  test('is held first and can’t be approved, whatever is configured', async ({ assert }) => {
    const { create, stateOf, runJobs, heldOf, decide, reviews, rowsOf } = await setUp(minors)
    const id = await create({ isNsfw: true })
    await runJobs()
    assert.deepEqual(await stateOf(id), held)
    const { id: reviewId } = (await heldOf(id))!
    assert.deepEqual(await decide(reviewId), { ok: false, failure: { kind: 'minors' } })
    assert.deepEqual(await stateOf(id), held)
    const error = await rowsOf(`UPDATE publication_reviews SET state = 'approved' WHERE id = ?`, [reviewId]).catch(
      (thrown: unknown) => thrown
    )
    assert.equal(violatedConstraint(error), 'publication_reviews_minors_unpublished')
    const list = (await reviews.list({ limit: 200 }))!.items
    const escalated = list.map(({ isEscalated }) => isEscalated)
    assert.isTrue(escalated[0])
    assert.deepEqual(
      escalated,
      escalated.toSorted((one, other) => Number(other) - Number(one))
    )
    assert.isAbove((await reviews.counts((await database()).connection())).escalated, 0)
  })

  test('leaves an entry in the audit log', async ({ assert }) => {
    const { create, runJobs, owner, rowsOf } = await setUp(minors)
    const id = await create()
    await runJobs()
    const acts = await rowsOf('SELECT kind, actor_id, after FROM admin_acts WHERE subject_id = ?', [owner.id])
    assert.lengthOf(acts, 1)
    assert.deepInclude(acts[0], { kind: 'minors_content_held', actor_id: null })
    assert.include(acts[0].after, { characterId: id, commentId: null })
  })

  test('stays held after a change until a moderator approves the new state', async ({ assert }) => {
    let found = ['sexual/minors']
    const { create, edit, stateOf, runJobs, heldOf, decide } = await setUp({ remote: () => found })
    const id = await create()
    await runJobs()
    found = []
    await edit(id, { description: 'Sells tea.' })
    await runJobs()
    assert.deepEqual(await stateOf(id), held)
    assert.isTrue((await decide((await heldOf(id))!.id)).ok)
  })
})

test.group('The first characters of a creator', () => {
  test('need a moderator until enough are public', async ({ assert }) => {
    const { create, edit, stateOf, heldOf, decide } = await setUp({ reviewFirst: 2 })
    const first = await create()
    assert.deepEqual(await stateOf(first), held)
    assert.deepEqual((await heldOf(first))!.causes, ['first_characters'])
    await decide((await heldOf(first))!.id)
    assert.deepEqual(await stateOf(first), seen)
    await edit(first, { name: 'Mona' })
    assert.deepEqual(await stateOf(first), held, 'a change is looked at again')
    await decide((await heldOf(first))!.id)
    const second = await create()
    assert.deepEqual(await stateOf(second), held)
    await decide((await heldOf(second))!.id)
    assert.deepEqual(await stateOf(await create()), seen)
  })

  test('of moderators need none', async ({ assert }) => {
    const { create, stateOf, accounts, db, owner } = await setUp({ reviewFirst: 1 })
    await db.transaction((trx) => accounts.setRole(owner.id, 'moderator', trx))
    assert.deepEqual(await stateOf(await create()), seen)
  })
})

test.group('Comments before they are published', () => {
  const listOf = async (characterId: string, viewerId: string | null) => {
    const query = await app.container.make(ListCommentsQuery)
    const { items } = await query.run({
      characterId,
      parentId: null,
      sort: 'new',
      limit: 50,
      after: null,
      linkedId: null,
      readerId: viewerId,
    })
    return items.map(({ content, review }) => [content, review ?? null])
  }

  test('are refused with forbidden words', async ({ assert }) => {
    const { comment } = await setUp()
    const [character] = await putCharacters([{}])
    assert.deepEqual(await comment(character!, 'Full of g o r e!'), {
      ok: false,
      failure: { kind: 'forbidden_words', words: ['gore'] },
    })
  })

  test('are seen by their authors only, until they are judged', async ({ assert }) => {
    const { comment, owner, runJobs, heldOf, decide } = await setUp({
      remote: ({ texts }) => (texts.includes('Bad.') ? ['hate'] : []),
    })
    const [character] = await putCharacters([{}])
    const bad = await comment(character!, 'Bad.')
    const good = await comment(character!, 'Good.')
    if (!bad.ok || !good.ok) throw new Error('not posted')
    assert.equal(good.value.review, 'waiting')
    assert.deepEqual(await listOf(character!, null), [])
    assert.deepEqual(await listOf(character!, newId()), [])
    assert.deepEqual(await listOf(character!, owner.id), [
      ['Good.', 'waiting'],
      ['Bad.', 'waiting'],
    ])
    await runJobs()
    assert.deepEqual(await listOf(character!, null), [['Good.', null]])
    await decide((await heldOf(bad.value.id))!.id, { isApproved: false })
    assert.deepEqual(await listOf(character!, owner.id), [
      ['Good.', null],
      ['Bad.', 'refused'],
    ])
    assert.deepEqual(await listOf(character!, null), [['Good.', null]])
  })

  test('are judged again when they are edited', async ({ assert }) => {
    const { comment, editComment, runJobs, heldOf, decide } = await setUp({
      remote: ({ texts }) => (texts.includes('Bad.') ? ['hate'] : []),
    })
    const [character] = await putCharacters([{}])
    const posted = await comment(character!, 'Good.')
    if (!posted.ok) throw new Error('not posted')
    const { id } = posted.value
    await runJobs()
    assert.deepEqual(await listOf(character!, null), [['Good.', null]])

    const edited = await editComment(character!, id, 'Bad.')
    assert.deepInclude(edited.ok && edited.value, { content: 'Bad.', review: 'waiting' })
    assert.deepEqual(await listOf(character!, null), [])
    assert.deepEqual(await comment(character!, 'A reply.', id), { ok: false, failure: { kind: 'no_such_comment' } })
    await runJobs()
    await decide((await heldOf(id))!.id, { isApproved: false })
    await editComment(character!, id, 'Good again.')
    await runJobs()
    assert.deepEqual((await heldOf(id))!.causes, ['changed_after_review'])
    assert.deepEqual(await listOf(character!, null), [])
    await decide((await heldOf(id))!.id)
    assert.deepEqual(await listOf(character!, null), [['Good again.', null]])
  })

  test('can’t be edited to forbidden words', async ({ assert }) => {
    const { comment, editComment } = await setUp()
    const [character] = await putCharacters([{}])
    const posted = await comment(character!, 'Good.')
    assert.deepEqual(await editComment(character!, posted.ok ? posted.value.id : '', 'Full of g o r e!'), {
      ok: false,
      failure: { kind: 'forbidden_words', words: ['gore'] },
    })
    assert.deepEqual(await listOf(character!, null), [['Good.', null]])
  })
})

test.group('Characters that moderators hid', () => {
  test('leave the review, and aren’t published by it', async ({ assert }) => {
    const { db, create, edit, stateOf, moderated, runJobs, queued } = await setUp({ remote: () => [] })
    const id = await create()
    await runJobs()
    await edit(id, { name: 'Mona' })
    assert.lengthOf(queued(), 1)
    await db.transaction((trx) => moderated.restrict(id, 'hidden', trx))
    await runJobs()
    assert.isFalse((await stateOf(id)).isSeen)
    await assert.rejects(() => edit(id, { isPublic: true }), /Moderators have hidden/)
  })

  test('are public again when that is undone, unless their owner changed them', async ({ assert }) => {
    const { db, create, edit, stateOf, moderated } = await setUp()
    for (const isChanged of [false, true]) {
      const id = await create()
      await db.transaction((trx) => moderated.restrict(id, 'hidden', trx))
      if (isChanged) await edit(id, { description: 'Mends sails.' })
      await db.transaction((trx) => moderated.lift(id, 'hidden', trx))
      assert.equal((await stateOf(id)).isSeen, !isChanged)
      if (isChanged) await edit(id, { isPublic: true })
      assert.isTrue((await stateOf(id)).isSeen)
    }
  })
})

test.group('Profiles', () => {
  test('are held while they are public, and lose names and picture when refused', async ({ assert }) => {
    const { profile, owner, runJobs, heldOf, decide, accounts, judged, reviews } = await setUp({
      remote: () => ['hate'],
    })
    await profile(owner.id)
    await runJobs()
    assert.deepEqual(judged[0]!.texts, ['Robin'])
    const { id } = (await heldOf(owner.id))!
    assert.deepInclude(await reviews.find(id), { kind: 'profile', characterName: null })
    assert.equal((await accounts.profiles([owner.id])).get(owner.id)!.firstName, 'Robin')
    await decide(id, { isApproved: false })
    assert.deepInclude((await accounts.profiles([owner.id])).get(owner.id), { firstName: null, username: null })
    await profile(owner.id)
    await runJobs()
    assert.isDefined(await heldOf(owner.id), 'the next names are judged anew')
  })

  test('aren’t judged without a provider that a job asks', async ({ assert }) => {
    const { profile, owner, queued } = await setUp()
    await profile(owner.id)
    assert.lengthOf(queued(), 0)
  })

  test('are deleted with the account', async ({ assert }) => {
    const { profile, create, owner, accounts, db, rowsOf } = await setUp({ remote: () => [] })
    await profile(owner.id)
    await create()
    await db.transaction((trx) => accounts.closing.runInReverse({ userId: owner.id }, trx))
    assert.deepEqual(await rowsOf('SELECT FROM publication_reviews WHERE user_id = ?', [owner.id]), [])
  })
})
