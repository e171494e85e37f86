import type { MessageDeclaration } from '../../operation/messages.ts'

const frame = (document: string, sender: string): string =>
  '<div style="max-width:720px;margin:0 auto;padding:8px;color:#1c2127;font:14px/1.5 sans-serif">' +
  '<p style="margin:0;color:#5f6b7c">{{site_name}}</p>' +
  `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${document}</h1>` +
  '{{note}}{{document}}' +
  '<p style="margin:24px 0 0;padding-top:8px;border-top:1px solid #dce0e5;color:#5f6b7c;font-size:12px">' +
  `${sender}</p></div>`

/** A record that an administrator sends by mail. */
export const recordMail = {
  code: 'record',
  label: { 'zh-cn': '邮件发送单据', en: 'Record sent by mail' },
  variables: {
    kind: { label: { 'zh-cn': '类型', en: 'Kind' }, sample: '入库单 / Inbound order' },
    name: { label: { 'zh-cn': '编号或名称', en: 'Number or name' }, sample: 'RK20261123000001' },
    note: { label: { 'zh-cn': '附言，含空行', en: 'Note, with an empty line' }, sample: '请查收。\n\n' },
    document: { label: { 'zh-cn': '字段与明细', en: 'Fields and lines' }, sample: '供应商：示例公司' },
    sender: { label: { 'zh-cn': '发送人', en: 'Sender' }, sample: 'Admin' },
  },
  mail: {
    subject: { 'zh-cn': '{{kind}} {{name}}（{{site_name}}）', en: '{{kind}} {{name}} ({{site_name}})' },
    text: {
      'zh-cn': '{{kind}} {{name}}\n\n{{note}}{{document}}\n\n--\n由 {{sender}} 通过 {{site_name}} 发送',
      en: '{{kind}} {{name}}\n\n{{note}}{{document}}\n\n--\nSent by {{sender}} with {{site_name}}',
    },
    html: {
      'zh-cn': frame('{{kind}} {{name}}', '由 {{sender}} 通过 {{site_name}} 发送'),
      en: frame('{{kind}} {{name}}', 'Sent by {{sender}} with {{site_name}}'),
    },
  },
  isSecret: false,
} as const satisfies MessageDeclaration
