/**
 * Material of lessons, written for these tests, and questions about it in both languages: those that it answers, with
 * the page, and those that it does not, many of them about the same things.
 */

interface Subject {
  readonly pages: readonly string[]
  /** Question and page of the answer. */
  readonly answered: readonly (readonly [question: string, page: number])[]
  readonly absent: readonly string[]
}

const plants: Subject = {
  pages: [
    'Photosynthesis takes place in the chloroplasts of green leaves. Plants take up carbon dioxide and water, and ' +
      'sunlight gives the energy. Sugar is made, and oxygen is released into the air.',
    'Roots hold the plant in the ground. Root hairs absorb water and minerals from the soil. Carrots and beetroots ' +
      'store sugar in their roots.',
    'The stem carries water from the roots to the leaves through tubes that are called xylem. Phloem carries sugar ' +
      'in the other direction.',
    'Stomata are small openings on the underside of a leaf. They open by day and close when the plant lacks water. ' +
      'Through them water evaporates, which is called transpiration.',
    'Bees carry pollen from flower to flower. Flowers attract them with colour, scent and nectar. Grasses are ' +
      'pollinated by the wind.',
    'A bean seed needs water, warmth and air to germinate. The radicle breaks through the seed coat first. Light is ' +
      'not needed until the first leaves appear.',
    'Deciduous trees shed their leaves in autumn to save water. Before that the green chlorophyll is broken down and ' +
      'yellow pigments become visible.',
    'Cacti store water in their thick stems. Their leaves have become spines, which keep animals away and reduce ' +
      'evaporation.',
  ],
  answered: [
    ['Where does photosynthesis take place?', 1],
    ['What gives the energy for photosynthesis?', 1],
    ['Which gas is released into the air?', 1],
    ['What do root hairs absorb?', 2],
    ['Which plants store sugar in their roots?', 2],
    ['What are the tubes called that carry water from the roots to the leaves?', 3],
    ['What does phloem carry?', 3],
    ['Where on a leaf are the stomata?', 4],
    ['When do the stomata close?', 4],
    ['What is transpiration?', 4],
    ['Who carries pollen from flower to flower?', 5],
    ['How do flowers attract bees?', 5],
    ['How are grasses pollinated?', 5],
    ['What does a bean seed need to germinate?', 6],
    ['What breaks through the seed coat first?', 6],
    ['Why do deciduous trees shed their leaves in autumn?', 7],
    ['Which pigments become visible?', 7],
    ['Where do cacti store water?', 8],
    ['What have the leaves of cacti become?', 8],
    ['What keeps animals away from cacti?', 8],
  ],
  absent: [
    'Who discovered photosynthesis?',
    'How many chromosomes does a bean have?',
    'What is the chemical formula of chlorophyll?',
    'How old can an oak become?',
    'Which mushrooms are poisonous?',
    'How many legs does a bee have?',
    'When is the examination?',
    'What does the textbook cost?',
    'How do fish breathe?',
    'What is the capital of France?',
    'How often should cacti be fertilised?',
    'What is the boiling point of alcohol?',
    'Which vitamins are in carrots?',
    'How far do bees fly?',
    'What is a tornado?',
    'How do I install the printer?',
    'Who wrote Hamlet?',
    'How do volcanoes erupt?',
    'Which animals hibernate?',
    'What is the homework for Monday?',
  ],
}

const firstAid: Subject = {
  pages: [
    '发现有人触电时，先切断电源，不要直接用手拉触电者。无法断电时，用干燥的木棍把电线挑开。',
    '轻度烫伤后，立即用流动的冷水冲洗十五到二十分钟。不要涂抹牙膏或酱油，水泡不要刺破。',
    '鼻出血时，身体稍向前倾，用手指捏住鼻翼十分钟。不要仰头，以免血液流入气管。',
    '成人心肺复苏的按压部位在两乳头连线中点，按压深度为五到六厘米，频率为每分钟一百到一百二十次。',
    '扭伤后二十四小时内应冷敷，每次十五分钟，并抬高受伤的肢体。二十四小时后可以热敷。',
    '异物卡住喉咙时，采用海姆立克急救法：站在患者身后，双手环抱，在肚脐上方快速向内向上冲击。',
    '被狗咬伤后，用肥皂水和清水交替冲洗伤口十五分钟，并尽快到医院接种狂犬病疫苗。',
    '中暑的人应移到阴凉通风处，解开衣领，用湿毛巾擦身，并少量多次饮用淡盐水。',
  ],
  answered: [
    ['发现有人触电先做什么？', 1],
    ['无法断电时用什么挑开电线？', 1],
    ['烫伤后用冷水冲洗多长时间？', 2],
    ['烫伤可以涂牙膏吗？', 2],
    ['水泡可以刺破吗？', 2],
    ['鼻出血时捏住鼻翼几分钟？', 3],
    ['鼻出血为什么不要仰头？', 3],
    ['心肺复苏的按压深度是多少？', 4],
    ['按压频率是每分钟多少次？', 4],
    ['心肺复苏的按压部位在哪里？', 4],
    ['扭伤后多久可以热敷？', 5],
    ['扭伤后二十四小时内应该冷敷吗？', 5],
    ['异物卡住喉咙怎么办？', 6],
    ['海姆立克急救法怎么做？', 6],
    ['被狗咬伤后用什么冲洗伤口？', 7],
    ['被狗咬伤要接种什么疫苗？', 7],
    ['中暑的人应该移到哪里？', 8],
    ['中暑后喝什么？要少量多次饮用淡盐水吗？', 8],
    ['用湿毛巾擦身是哪种情况？', 8],
    ['触电时能用手拉触电者吗？', 1],
  ],
  absent: [
    '急救箱多少钱一个？',
    '医院几点下班？',
    '骨折后多久能恢复？',
    '糖尿病人能吃什么水果？',
    '狗每天要喂几次？',
    '怎样预防近视？',
    '感冒药有哪些副作用？',
    '考试什么时候举行？',
    '谁发明了心电图？',
    '蛇有多少种？',
    '地震时怎样逃生？',
    '北京到上海有多远？',
    '怎样申请献血？',
    '婴儿一天睡多少小时？',
    '空调应该设置多少度？',
    '量子力学是什么？',
    '怎样修改个人密码？',
    '作业交给谁？',
    '食物中毒的症状有哪些？',
    '电费怎么计算？',
  ],
}

export const subjects = { plants, firstAid } as const
