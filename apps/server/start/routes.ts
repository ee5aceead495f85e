import router from '@adonisjs/core/services/router'

const Health = () => import('../src/health_controller.ts')
const Metrics = () => import('../src/metrics_controller.ts')
const Robots = () => import('../src/robots_controller.ts')
const WebApp = () => import('../src/web_app_controller.ts')

router.get('/health/live', [Health, 'live'])
router.get('/health/ready', [Health, 'ready'])
router.get('/metrics', [Metrics, 'show'])
router.get('/robots.txt', [Robots, 'show'])

/** Every other path belongs to the web app. */
router.get('*', [WebApp, 'page'])
