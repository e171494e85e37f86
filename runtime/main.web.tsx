/** Joins the web side: the core, the generated modules (one line each) and the compiled validators. */
import { validators } from 'virtual:tablewright/validators'
import { startWeb } from './web/index.ts'

startWeb({
  modules: {
    chat: {
      manifest: () => import('#generated/chat/index.ts').then((file) => file.chat),
      components: () => import('./modules/chat/web/index.ts').then((file) => file.chatWeb),
    },
    cms: {
      manifest: () => import('#generated/cms/index.ts').then((file) => file.cms),
      components: () => import('./modules/cms/web/index.ts').then((file) => file.cmsWeb),
      site: () => import('./modules/cms/web/site/SitePages.tsx').then((file) => file.SitePages),
    },
    exam: {
      manifest: () => import('#generated/exam/index.ts').then((file) => file.exam),
      components: () => import('./modules/exam/web/index.ts').then((file) => file.examWeb),
    },
    face: {
      manifest: () => import('#generated/face/index.ts').then((file) => file.face),
      components: () => import('./modules/face/web/index.ts').then((file) => file.faceWeb),
      screens: { '/faceid': () => import('./modules/face/web/board/DisplayPage.tsx').then((file) => file.DisplayPage) },
    },
    live: {
      manifest: () => import('#generated/live/index.ts').then((file) => file.live),
      components: () => import('./modules/live/web/index.ts').then((file) => file.liveWeb),
      screens: { '/ailive/*': () => import('./modules/live/web/LiveScreen.tsx').then((file) => file.LiveScreen) },
    },
    mail: {
      manifest: () => import('#generated/mail/index.ts').then((file) => file.mail),
      components: () => import('./modules/mail/web/index.ts').then((file) => file.mailWeb),
    },
    member: {
      manifest: () => import('#generated/member/index.ts').then((file) => file.member),
      components: () => import('./modules/member/web/index.ts').then((file) => file.memberWeb),
      memberArea: () => import('./modules/member/web/MemberArea.tsx').then((file) => file.MemberArea),
      memberSignIn: () => import('./modules/member/web/sign-in/SignInPage.tsx').then((file) => file.SignInPage),
    },
    pay: {
      manifest: () => import('#generated/pay/index.ts').then((file) => file.pay),
      components: () => import('./modules/pay/web/index.ts').then((file) => file.payWeb),
    },
    questionnaire: {
      manifest: () => import('#generated/questionnaire/index.ts').then((file) => file.questionnaire),
      components: () => import('./modules/questionnaire/web/index.ts').then((file) => file.questionnaireWeb),
      page: 'q',
    },
    shop: {
      manifest: () => import('#generated/shop/index.ts').then((file) => file.shop),
      components: () => import('./modules/shop/web/index.ts').then((file) => file.shopWeb),
    },
    sms: {
      manifest: () => import('#generated/sms/index.ts').then((file) => file.sms),
      components: () => import('./modules/sms/web/index.ts').then((file) => file.smsWeb),
    },
    system: {
      manifest: () => import('#generated/system/index.ts').then((file) => file.system),
      components: () => import('./web/system-components.ts').then((file) => file.systemWeb),
    },
    wms: {
      manifest: () => import('#generated/wms/index.ts').then((file) => file.wms),
      components: () => import('./modules/wms/web/index.ts').then((file) => file.wmsWeb),
    },
  },
  validators,
})
