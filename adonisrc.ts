import { defineConfig } from '@adonisjs/core/app'

export default defineConfig({
  directories: { config: 'config' },
  /** Sorted by dependency. A module may only use the providers above its own. */
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/hash_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    { file: () => import('@adonisjs/core/providers/edge_provider'), environment: ['web', 'test'] },
    () => import('@adonisjs/lucid/database_provider'),
    () => import('@adonisjs/auth/auth_provider'),
    () => import('@adonisjs/limiter/limiter_provider'),
    () => import('#modules/kernel/provider'),
    () => import('#modules/realtime/provider'),
    () => import('#modules/jobs/provider'),
    () => import('#modules/mail/provider'),
    () => import('#modules/accounts/provider'),
    () => import('#modules/economy/provider'),
    () => import('#modules/lore/provider'),
    () => import('#modules/connections/provider'),
    () => import('#modules/gallery/provider'),
    () => import('#modules/chat/provider'),
    () => import('#modules/imagegen/provider'),
    () => import('#modules/voice/provider'),
    () => import('#modules/cards/provider'),
    () => import('#modules/community/provider'),
    () => import('#modules/notices/provider'),
    () => import('#modules/costs/provider'),
    () => import('#modules/admin/provider'),
    () => import('#modules/moderation/provider'),
    () => import('#modules/access/provider'),
    { file: () => import('#server/src/server_provider'), environment: ['web', 'test'] },
  ],
  preloads: [
    { file: () => import('#server/start/kernel'), environment: ['web', 'test'] },
    { file: () => import('#server/start/routes'), environment: ['web', 'test'] },
  ],
})
