import type { ApplicationService } from '@adonisjs/core/types'
import { Database } from '@adonisjs/lucid/database'
import { Accounts, CharactersCreatedReader, NameRules } from '#modules/accounts/index'
import { Jobs, type JobRun } from '#modules/jobs/index'
import { LoreUses } from '#modules/lore/index'
import { ownHosts } from '#modules/kernel/own_hosts'
import { bindPort, bindSettings, bindSingletons } from '#modules/kernel/container'
import { AppSettings } from '#modules/kernel/settings'
import { PeriodicTasks } from '#modules/kernel/periodic_tasks'
import {
  AdminCharacters,
  Blocks,
  BuiltInImports,
  CardCharacters,
  CharacterImports,
  CharacterLists,
  CommentReader,
  CounterQueue,
  CreatorCharacters,
  DemoCharacters,
  Gallery,
  ModeratedGallery,
  ModerationSettings,
  PublicationReviews,
  PublicContent,
  SharedCharacters,
  TextJudge,
} from './index.ts'
import { BlockTags } from './src/actions/block_tags.ts'
import { CreateCharacter } from './src/actions/create_character.ts'
import { DeleteCharacter } from './src/actions/delete_character.ts'
import { EditCharacter } from './src/actions/edit_character.ts'
import { EditComment } from './src/actions/edit_comment.ts'
import { deleteUserData } from './src/actions/delete_user_data.ts'
import { PurgeDeletedCharacters } from './src/actions/purge_deleted_characters.ts'
import { FillShelves } from './src/actions/fill_shelves.ts'
import { ForkCharacter } from './src/actions/fork_character.ts'
import { FoldIncrements } from './src/actions/fold_increments.ts'
import { Hidings } from './src/actions/hidings.ts'
import { ImportBuiltIn } from './src/actions/import_built_in.ts'
import { ImportCharacters } from './src/actions/import_characters.ts'
import { ImportFifty, importFiftyKind } from './src/actions/import_fifty.ts'
import { PostComment } from './src/actions/post_comment.ts'
import { RemoveComment } from './src/actions/remove_comment.ts'
import { SeedBuiltIn } from './src/actions/seed_built_in.ts'
import { SuggestCharacters } from './src/actions/suggest_characters.ts'
import { ToggleLike } from './src/actions/toggle_like.ts'
import { SeedDemo } from './src/demo/seed_demo.ts'
import { DatabaseAdminCharacters } from './src/database_admin_characters.ts'
import { DatabaseCardCharacters } from './src/database_card_characters.ts'
import { DatabaseModeratedGallery } from './src/database_moderated_gallery.ts'
import { ContentRules } from './src/domain/character_rules.ts'
import { GalleryService } from './src/gallery_service.ts'
import { DatabasePublicationReviews } from './src/publication/database_publication_reviews.ts'
import { Moderation } from './src/publication/moderation.ts'
import { JudgePublicContent } from './src/publication/judge_public_content.ts'
import { PublicationGate, reviewKind, type ReviewPayload } from './src/publication/publication_gate.ts'
import { Publications } from './src/publication/publications.ts'
import { ResumeReviews } from './src/publication/resume_reviews.ts'
import { ReviewProfile } from './src/publication/review_profile.ts'
import { ReviewPublication } from './src/publication/review_publication.ts'
import { BlocksQuery } from './src/queries/blocks_query.ts'
import { CharactersCreatedQuery } from './src/queries/characters_created_query.ts'
import { exportGallery } from './src/queries/export_gallery.ts'
import { CreatorCharactersQuery } from './src/queries/creator_characters_query.ts'
import { CreatorLinks } from './src/queries/creator_links.ts'
import { CounterQueueQuery } from './src/queries/counter_queue_query.ts'
import { CharacterVersions } from './src/queries/character_versions.ts'
import { FindCharacterDetailsQuery } from './src/queries/find_character_details_query.ts'
import { FindCharactersQuery } from './src/queries/find_characters_query.ts'
import { ListCharactersQuery } from './src/queries/list_characters_query.ts'
import { ListChipsQuery } from './src/queries/list_chips_query.ts'
import { ListCommentsQuery } from './src/queries/list_comments_query.ts'
import { ListShelvesQuery } from './src/queries/list_shelves_query.ts'
import { ListLandingCharactersQuery } from './src/queries/list_landing_characters_query.ts'
import { ListTagsQuery } from './src/queries/list_tags_query.ts'
import { ReadCommentsQuery } from './src/queries/read_comments_query.ts'
import { ReadExpressionsQuery } from './src/queries/read_expressions_query.ts'
import { SimilarCharactersQuery } from './src/queries/similar_characters_query.ts'
import { SurpriseQuery } from './src/queries/surprise_query.ts'
import { TagVocabulary } from './src/queries/tag_vocabulary.ts'
import { LoreUsesQuery } from './src/queries/lore_uses_query.ts'
import { StartersQuery } from './src/queries/starters_query.ts'
import { CharacterLimit, CommentEditLimit, SuggestionLimit, VersionLimit } from './src/rate_limits.ts'
import { BuiltInSettings, PublicPages } from './src/settings.ts'
import { SharedCharactersQuery } from './src/sharing/shared_characters_query.ts'
import { Sitemap } from './src/sharing/sitemap.ts'
import { restoreCharacters, withdrawCharacters } from './src/actions/withdraw_characters.ts'
import { characterStorage } from './src/queries/storage_query.ts'

/** Limits how far message counts lag behind. */
const foldEveryMs = 3_000
const purgeCommentsEveryMs = 60_000
const purgeCharactersEveryMs = 10 * 60_000
const fillShelvesEveryMs = 60_000
const resumeReviewsEveryMs = 60_000
/** The number of reviews that ask a moderation provider at a time. */
const reviewsAtOnce = 2

export default class GalleryProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { app } = this
    bindSettings(app, BuiltInSettings, 'built_in')
    bindSettings(app, ModerationSettings, 'moderation')
    bindSettings(app, PublicPages, 'public_pages')
    bindSingletons(app, [
      BlockTags,
      CharacterLimit,
      CharacterVersions,
      CreateCharacter,
      CreatorLinks,
      CommentEditLimit,
      DeleteCharacter,
      EditCharacter,
      EditComment,
      FillShelves,
      FindCharacterDetailsQuery,
      FindCharactersQuery,
      FoldIncrements,
      ForkCharacter,
      Hidings,
      ImportCharacters,
      ImportFifty,
      ListCharactersQuery,
      ListChipsQuery,
      ListCommentsQuery,
      ListLandingCharactersQuery,
      ListShelvesQuery,
      ListTagsQuery,
      Moderation,
      PostComment,
      PublicationGate,
      Publications,
      PurgeDeletedCharacters,
      ReadExpressionsQuery,
      RemoveComment,
      ResumeReviews,
      ReviewProfile,
      ReviewPublication,
      SeedBuiltIn,
      SimilarCharactersQuery,
      Sitemap,
      StartersQuery,
      SuggestCharacters,
      SuggestionLimit,
      SurpriseQuery,
      TagVocabulary,
      ToggleLike,
      VersionLimit,
    ])
    bindPort(app, AdminCharacters, DatabaseAdminCharacters)
    bindPort(app, Blocks, BlocksQuery)
    bindPort(app, BuiltInImports, ImportBuiltIn)
    bindPort(app, CardCharacters, DatabaseCardCharacters)
    bindPort(app, CharacterImports, ImportCharacters)
    bindPort(app, CharacterLists, ListCharactersQuery)
    bindPort(app, CharactersCreatedReader, CharactersCreatedQuery)
    bindPort(app, CommentReader, ReadCommentsQuery)
    bindPort(app, CounterQueue, CounterQueueQuery)
    bindPort(app, CreatorCharacters, CreatorCharactersQuery)
    bindPort(app, DemoCharacters, SeedDemo)
    bindPort(app, Gallery, GalleryService)
    bindPort(app, LoreUses, LoreUsesQuery)
    bindPort(app, ModeratedGallery, DatabaseModeratedGallery)
    bindPort(app, NameRules, Moderation)
    bindPort(app, PublicationReviews, DatabasePublicationReviews)
    bindPort(app, PublicContent, JudgePublicContent)
    bindPort(app, SharedCharacters, SharedCharactersQuery)
    bindPort(app, TextJudge, Moderation)
    app.container.singleton(ContentRules, async (resolver) => {
      const { appUrl } = await resolver.make(AppSettings)
      return { ...app.config.get<ContentRules>('content_rules'), ownHosts: ownHosts(appUrl) }
    })
  }

  async boot() {
    const accounts = await this.app.container.make(Accounts)
    accounts.closing.on(({ userId }, trx) => deleteUserData(userId, trx))
    accounts.disabled.on(({ userId }, trx) => withdrawCharacters(userId, trx))
    accounts.enabled.on(({ userId }, trx) => restoreCharacters(userId, trx))
    const { container } = this.app
    const reviewProfile = await container.make(ReviewProfile)
    accounts.opened.on(({ userId }, trx) => reviewProfile.run(userId, trx))
    accounts.profileChanged.on(({ userId }, trx) => reviewProfile.run(userId, trx))
    const db = await container.make(Database)
    accounts.storage.add((userId) => characterStorage(db, userId))
    exportGallery(accounts.exportSections, db)
    const jobs = await container.make(Jobs)
    jobs.define(
      reviewKind,
      async ({ payload, signal }: JobRun<ReviewPayload, null>) =>
        (await container.make(ReviewPublication)).run(payload, signal),
      { atOnce: reviewsAtOnce }
    )
    jobs.define(importFiftyKind, async () => {
      const imported = await (await container.make(ImportFifty)).run()
      if (imported > 0) await (await container.make(FillShelves)).run()
    })
  }

  async start() {
    await import('./routes.ts')
  }

  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    const { container } = this.app
    const [counters, comments] = [await container.make(FoldIncrements), await container.make(RemoveComment)]
    const [deleted, shelves] = [await container.make(PurgeDeletedCharacters), await container.make(FillShelves)]
    // Skips the run if another process filled the shelves a moment ago.
    const fill = () => shelves.run({ restSeconds: fillShelvesEveryMs / 2_000 })
    const reviews = await container.make(ResumeReviews)
    const tasks = await container.make(PeriodicTasks)
    tasks.start(
      { purpose: 'fold the counters', everyMs: foldEveryMs, run: () => counters.run() },
      { purpose: 'delete removed comments', everyMs: purgeCommentsEveryMs, run: () => comments.purge() },
      { purpose: 'purge deleted characters', everyMs: purgeCharactersEveryMs, run: (signal) => deleted.run(signal) },
      { purpose: 'resume reviews', everyMs: resumeReviewsEveryMs, run: () => reviews.run() },
      { purpose: 'fill the shelves', everyMs: fillShelvesEveryMs, run: fill }
    )
    const logger = await container.make('logger')
    await fill().catch((err) => logger.warn({ err }, 'could not fill the shelves; the next run tries again'))
  }
}
