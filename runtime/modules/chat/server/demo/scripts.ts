/** Twelve invented conversations. */
import type { Text } from 'tablewright/protocol'

/** `member` and `other` are members, `staff` answers at the desk, `note` is seen by the staff only. */
type Speaker = 'member' | 'other' | 'staff' | 'note'

export interface Script {
  readonly type: 'service' | 'private' | 'group'
  /** How it stands at the end; service conversations only. */
  readonly state?: 'waiting' | 'answered' | 'resolved' | 'snoozed' | 'queued'
  readonly title?: Text
  /** Hours since the last message. */
  readonly age: number
  readonly lines: readonly (readonly [speaker: Speaker, chinese: string, english: string])[]
}

export const scripts: readonly Script[] = [
  {
    type: 'service',
    state: 'queued',
    age: 1,
    lines: [
      [
        'member',
        '您好，我的订单显示已发货，但物流三天没有更新。',
        'Hello, my order was shipped, but tracking has not moved for three days.',
      ],
      ['member', '能帮我查一下吗？', 'Could you look into it?'],
    ],
  },
  {
    type: 'service',
    state: 'waiting',
    age: 2,
    lines: [
      ['member', '发票抬头写错了，可以重开吗？', 'The name on my invoice is wrong. Can you issue it again?'],
      ['staff', '可以，请提供正确的抬头和税号。', 'Yes. Send me the correct name and tax number.'],
      ['member', '上海云杉贸易有限公司，税号我稍后发您。', 'Spruce Trading Ltd. The tax number follows in a minute.'],
    ],
  },
  {
    type: 'service',
    state: 'answered',
    age: 5,
    lines: [
      ['member', '积分什么时候到账？', 'When will my points arrive?'],
      ['staff', '订单完成后的次日到账。', 'The day after the order is completed.'],
      ['note', '该会员上月也问过，可在帮助页补充说明。', 'Asked last month, too. Worth a line on the help page.'],
    ],
  },
  {
    type: 'service',
    state: 'resolved',
    age: 30,
    lines: [
      ['member', '忘记密码了，邮箱也换了。', 'I forgot my password, and my email has changed.'],
      [
        'staff',
        '请用绑定的手机号找回密码，登录后可更换邮箱。',
        'Recover it with your mobile number; then you can change the email.',
      ],
      ['member', '好了，谢谢！', 'That worked, thank you.'],
      ['staff', '不客气，祝您生活愉快。', 'You are welcome.'],
    ],
  },
  {
    type: 'service',
    state: 'snoozed',
    age: 8,
    lines: [
      ['member', '咖啡豆什么时候补货？', 'When will the coffee beans be back in stock?'],
      ['staff', '预计下周三到货，到时通知您。', 'They arrive next Wednesday. I will write to you then.'],
    ],
  },
  {
    type: 'service',
    state: 'queued',
    age: 0.3,
    lines: [['member', '可以开具纸质合同吗？', 'Can I have the contract on paper?']],
  },
  {
    type: 'service',
    state: 'waiting',
    age: 3,
    lines: [
      ['member', '收到的杯子有一个破损。', 'One of the cups arrived broken.'],
      ['staff', '很抱歉，请拍照发给我们，我们补发一个。', 'Send us a photo, and we will ship a replacement.'],
      ['member', '照片今晚发您。', 'You get the photo tonight.'],
      ['member', '收货地址还是原来的。', 'The address is the same as before.'],
    ],
  },
  {
    type: 'service',
    state: 'resolved',
    age: 52,
    lines: [
      ['member', '课程可以下载后离线观看吗？', 'Can I download a course and watch it offline?'],
      ['staff', '目前只支持在线观看。', 'Courses can be watched online only.'],
      ['member', '明白了。', 'I see.'],
    ],
  },
  {
    type: 'service',
    state: 'answered',
    age: 20,
    lines: [
      ['member', '企业采购有折扣吗？', 'Is there a discount for companies?'],
      ['staff', '满五十件九折，需要报价单吗？', 'Ten percent from fifty pieces on. Shall I send an offer?'],
    ],
  },
  {
    type: 'private',
    age: 4,
    lines: [
      ['member', '周六的课你去吗？', 'Are you going to the class on Saturday?'],
      ['other', '去，九点在门口见。', 'Yes. Nine at the entrance?'],
      ['member', '好，我带讲义。', 'Good. I bring the handouts.'],
    ],
  },
  {
    type: 'private',
    age: 26,
    lines: [
      ['member', '上次的资料还有吗？', 'Do you still have the files from last time?'],
      ['other', '有，晚点发你。', 'Yes, I will send them later.'],
    ],
  },
  {
    type: 'group',
    title: { 'zh-cn': '咖啡爱好者', en: 'Coffee circle' },
    age: 6,
    lines: [
      ['member', '新到的豆子有人试过吗？', 'Has anybody tried the new beans?'],
      ['other', '偏酸，适合手冲。', 'Rather bright. Good for pour-over.'],
      ['member', '那我来一包。', 'Then I will order a bag.'],
    ],
  },
]

export const cannedReplies: readonly (readonly [code: string, title: Text, content: Text])[] = [
  [
    'hello',
    { 'zh-cn': '问候', en: 'Greeting' },
    {
      'zh-cn': '{{name}}，您好，我是{{agent}}，很高兴为您服务。',
      en: 'Hello {{name}}, this is {{agent}}. How can I help?',
    },
  ],
  [
    'wait',
    { 'zh-cn': '请稍候', en: 'One moment' },
    { 'zh-cn': '正在为您查询，请稍候。', en: 'I am looking into it. One moment, {{name}}.' },
  ],
  [
    'bye',
    { 'zh-cn': '结束语', en: 'Goodbye' },
    { 'zh-cn': '如有其他问题，随时联系我们。', en: 'Write again whenever something comes up.' },
  ],
]
