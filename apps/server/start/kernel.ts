import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import env from '#config/env'
import metrics from '#config/metrics'

server.errorHandler(() => import('../src/exception_handler.ts'))

server.use([
  ...(metrics.token === null ? [] : [() => import('../middleware/metrics_middleware.ts')]),
  () => import('../middleware/request_log_middleware.ts'),
  () => import('../middleware/security_headers_middleware.ts'),
  () => import('../middleware/compatible_middleware.ts'),
  () => import('../middleware/web_app_middleware.ts'),
  () => import('../middleware/cross_site_middleware.ts'),
])

router.use([
  ...(env.get('DATABASE_READ_URL') === undefined ? [] : [() => import('../middleware/replica_middleware.ts')]),
  () => import('../middleware/body_type_middleware.ts'),
  () => import('../middleware/auth_middleware.ts'),
  // Before the body is read, so that visitors cause no work with calls that they may not make.
  () => import('../middleware/gate_middleware.ts'),
  () => import('../middleware/body_middleware.ts'),
  () => import('../middleware/text_guard_middleware.ts'),
])
