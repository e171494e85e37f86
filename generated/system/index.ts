// Made by tablewright generate from schemas/system · do not edit · 149c94aa1047e6fc

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
      singular: { 'zh-cn': '管理员', en: 'Administrator' },
      model: () => import('./admin/table.ts').then((file) => file.admin),
      form: () => import('./admin/form.ts').then((file) => file.adminForm),
    },
    'auth/group': {
      singular: { 'zh-cn': '角色组', en: 'Admin group' },
      model: () => import('./admin_group/table.ts').then((file) => file.adminGroup),
      form: () => import('./admin_group/form.ts').then((file) => file.adminGroupForm),
    },
    'auth/adminLog': {
      singular: { 'zh-cn': '管理员日志', en: 'Admin log entry' },
      model: () => import('./admin_log/table.ts').then((file) => file.adminLog),
      form: () => import('./admin_log/form.ts').then((file) => file.adminLogForm),
    },
    'auth/rule': {
      singular: { 'zh-cn': '菜单规则', en: 'Menu rule' },
      model: () => import('./admin_rule/table.ts').then((file) => file.adminRule),
      form: () => import('./admin_rule/form.ts').then((file) => file.adminRuleForm),
    },
    'routine/attachment': {
      singular: { 'zh-cn': '附件', en: 'Attachment' },
      model: () => import('./attachment/table.ts').then((file) => file.attachment),
      form: () => import('./attachment/form.ts').then((file) => file.attachmentForm),
    },
    'system/captcha': {
      singular: { 'zh-cn': '验证码', en: 'Captcha' },
      model: () => import('./captcha/table.ts').then((file) => file.captcha),
      form: () => import('./captcha/form.ts').then((file) => file.captchaForm),
    },
    'system/cloudUpload': {
      singular: { 'zh-cn': '云端上传任务', en: 'Cloud upload' },
      model: () => import('./cloud_upload/table.ts').then((file) => file.cloudUpload),
      form: () => import('./cloud_upload/form.ts').then((file) => file.cloudUploadForm),
    },
    'routine/config': {
      singular: { 'zh-cn': '系统配置', en: 'Site setting' },
      model: () => import('./config/table.ts').then((file) => file.config),
      form: () => import('./config/form.ts').then((file) => file.configForm),
    },
    'system/idempotency': {
      singular: { 'zh-cn': '幂等请求', en: 'Idempotent request' },
      model: () => import('./idempotency/table.ts').then((file) => file.idempotency),
      form: () => import('./idempotency/form.ts').then((file) => file.idempotencyForm),
    },
    'system/ledgerSeal': {
      singular: { 'zh-cn': '流水封存', en: 'Ledger seal' },
      model: () => import('./ledger_seal/table.ts').then((file) => file.ledgerSeal),
      form: () => import('./ledger_seal/form.ts').then((file) => file.ledgerSealForm),
    },
    'system/notice': {
      singular: { 'zh-cn': '通知', en: 'Notification' },
      model: () => import('./notice/table.ts').then((file) => file.notice),
      form: () => import('./notice/form.ts').then((file) => file.noticeForm),
    },
    'system/noticeRead': {
      singular: { 'zh-cn': '通知接收', en: 'Notification receipt' },
      model: () => import('./notice_read/table.ts').then((file) => file.noticeRead),
      form: () => import('./notice_read/form.ts').then((file) => file.noticeReadForm),
    },
    'system/recordLog': {
      singular: { 'zh-cn': '记录日志', en: 'Record log' },
      model: () => import('./record_log/table.ts').then((file) => file.recordLog),
      form: () => import('./record_log/form.ts').then((file) => file.recordLogForm),
    },
    'system/seq': {
      singular: { 'zh-cn': '编号计数', en: 'Number counter' },
      model: () => import('./seq/table.ts').then((file) => file.seq),
      form: () => import('./seq/form.ts').then((file) => file.seqForm),
    },
    'system/session': {
      singular: { 'zh-cn': '登录会话', en: 'Session' },
      model: () => import('./session/table.ts').then((file) => file.session),
      form: () => import('./session/form.ts').then((file) => file.sessionForm),
    },
    'system/terminalTask': {
      singular: { 'zh-cn': '终端任务', en: 'Terminal task' },
      model: () => import('./terminal_task/table.ts').then((file) => file.terminalTask),
      form: () => import('./terminal_task/form.ts').then((file) => file.terminalTaskForm),
    },
    'system/throttle': {
      singular: { 'zh-cn': '频率限制', en: 'Rate limit' },
      model: () => import('./throttle/table.ts').then((file) => file.throttle),
      form: () => import('./throttle/form.ts').then((file) => file.throttleForm),
    },
    'system/token': {
      singular: { 'zh-cn': '登录令牌', en: 'Session token' },
      model: () => import('./token/table.ts').then((file) => file.token),
      form: () => import('./token/form.ts').then((file) => file.tokenForm),
    },
  },
}
