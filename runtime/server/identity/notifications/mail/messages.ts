import type { MessageDeclaration } from '../../../operation/messages.ts'

/** A notice, for an administrator who wants those of its kind by mail. */
export const adminNotice = {
  code: 'admin_notice',
  label: { 'zh-cn': '管理员邮件通知', en: 'Notification of an administrator' },
  variables: {
    title: { label: { 'zh-cn': '标题', en: 'Title' }, sample: '待审核入库单：2 / Inbound orders to audit: 2' },
    content: { label: { 'zh-cn': '内容', en: 'Content' }, sample: 'RK202611230001, RK202611230002' },
    kind: { label: { 'zh-cn': '类型', en: 'Kind' }, sample: '待审核入库单 / Inbound orders to audit' },
    link: {
      label: { 'zh-cn': '通知打开的页面', en: 'Page that the notification opens' },
      sample: 'https://wms.example.com/#/admin/wms/warehousing',
    },
    profile_link: {
      label: { 'zh-cn': '个人资料页面', en: 'Page “My profile”' },
      sample: 'https://wms.example.com/#/admin/routine/adminInfo',
    },
  },
  mail: {
    subject: { 'zh-cn': '{{site_name}}：{{title}}', en: '{{site_name}}: {{title}}' },
    text: {
      'zh-cn':
        '{{title}}\n\n{{content}}\n\n查看：{{link}}\n\n--\n' +
        '您在“个人资料”中选择了以邮件接收“{{kind}}”。修改此设置：{{profile_link}}',
      en:
        '{{title}}\n\n{{content}}\n\nOpen: {{link}}\n\n--\n' +
        'You chose to receive “{{kind}}” by mail. To change this, open “My profile”: {{profile_link}}',
    },
  },
  isSecret: false,
} as const satisfies MessageDeclaration
