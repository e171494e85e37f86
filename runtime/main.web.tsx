/** Joins the web side: the core, the generated modules (one line each) and the compiled validators. */
import { validators } from 'virtual:tablewright/validators'
import { startWeb } from './web/index.ts'

startWeb({
  modules: {
    system: {
      manifest: () => import('../generated/system/index.ts').then((file) => file.system),
      screens: () => import('./web/session/system-screens.ts').then((file) => file.systemWeb),
    },
    wms: {
      manifest: () => import('../generated/wms/index.ts').then((file) => file.wms),
      screens: () => import('./modules/wms/web/index.ts').then((file) => file.wmsWeb),
    },
  },
  validators,
})
