import router from '@adonisjs/core/services/router'

const SignIn = () => import('./src/http/sign_in_controller.ts')
const SignOut = () => import('./src/http/sign_out_controller.ts')
const Register = () => import('./src/http/register_controller.ts')
const User = () => import('./src/http/user_controller.ts')

router.get('/api/login', [SignIn, 'page'])
router.post('/api/login', [SignIn, 'enter'])
router.post('/api/register', [Register])
router.get('/api/logout', [SignOut])
router.get('/api/auth/user', [User, 'show'])
