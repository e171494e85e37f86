// Made by tablewright generate from schemas/system · do not edit · 7a5e415bbe16b23d

import type { ModuleManifest } from 'tablewright/protocol'

export const system: ModuleManifest = {
  name: 'system',
  label: { 'zh-cn': '系统管理', en: 'System' },
  icon: 'cog',
  order: 90,
  menu: [
    'auth/admin',
    'auth/group',
    'auth/rule',
    'auth/adminLog',
  ],
  tables: {
    'auth/admin': {
      model: () => import('./admin/table.ts').then((file) => file.admin),
      form: () => import('./admin/form.ts').then((file) => file.adminForm),
    },
    'auth/group': {
      model: () => import('./admin_group/table.ts').then((file) => file.adminGroup),
      form: () => import('./admin_group/form.ts').then((file) => file.adminGroupForm),
    },
    'auth/adminLog': {
      model: () => import('./admin_log/table.ts').then((file) => file.adminLog),
      form: () => import('./admin_log/form.ts').then((file) => file.adminLogForm),
    },
    'auth/rule': {
      model: () => import('./admin_rule/table.ts').then((file) => file.adminRule),
      form: () => import('./admin_rule/form.ts').then((file) => file.adminRuleForm),
    },
    'routine/attachment': {
      model: () => import('./attachment/table.ts').then((file) => file.attachment),
      form: () => import('./attachment/form.ts').then((file) => file.attachmentForm),
    },
    'system/captcha': {
      model: () => import('./captcha/table.ts').then((file) => file.captcha),
      form: () => import('./captcha/form.ts').then((file) => file.captchaForm),
    },
    'system/cloudUpload': {
      model: () => import('./cloud_upload/table.ts').then((file) => file.cloudUpload),
      form: () => import('./cloud_upload/form.ts').then((file) => file.cloudUploadForm),
    },
    'routine/config': {
      model: () => import('./config/table.ts').then((file) => file.config),
      form: () => import('./config/form.ts').then((file) => file.configForm),
    },
    'system/idempotency': {
      model: () => import('./idempotency/table.ts').then((file) => file.idempotency),
      form: () => import('./idempotency/form.ts').then((file) => file.idempotencyForm),
    },
    'system/notice': {
      model: () => import('./notice/table.ts').then((file) => file.notice),
      form: () => import('./notice/form.ts').then((file) => file.noticeForm),
    },
    'system/noticeRead': {
      model: () => import('./notice_read/table.ts').then((file) => file.noticeRead),
      form: () => import('./notice_read/form.ts').then((file) => file.noticeReadForm),
    },
    'system/seq': {
      model: () => import('./seq/table.ts').then((file) => file.seq),
      form: () => import('./seq/form.ts').then((file) => file.seqForm),
    },
    'system/session': {
      model: () => import('./session/table.ts').then((file) => file.session),
      form: () => import('./session/form.ts').then((file) => file.sessionForm),
    },
    'system/terminalTask': {
      model: () => import('./terminal_task/table.ts').then((file) => file.terminalTask),
      form: () => import('./terminal_task/form.ts').then((file) => file.terminalTaskForm),
    },
    'system/throttle': {
      model: () => import('./throttle/table.ts').then((file) => file.throttle),
      form: () => import('./throttle/form.ts').then((file) => file.throttleForm),
    },
    'system/token': {
      model: () => import('./token/table.ts').then((file) => file.token),
      form: () => import('./token/form.ts').then((file) => file.tokenForm),
    },
  },
}
