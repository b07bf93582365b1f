#!/usr/bin/env python3
"""Write the made-up example questions of ipw-benchmarks, each in the columns of its benchmark.

    pip install pyarrow
    scripts/benchmark-examples.py

They are read by `ipw datasets check`. For the tests they are also written as repositories of the hub, with the true
paths and formats. No question of a benchmark is among them. For a maintainer; the build needs no Python.
"""

import base64
import csv
import hashlib
import json
import pathlib
import pickle
import zlib

import pyarrow as pa
import pyarrow.parquet as parquet

TOP = pathlib.Path(__file__).parent.parent / "ipw-benchmarks/src"
FOLDER = TOP / "main/resources/dev/ipw/benchmarks/dataset/examples"
REPOSITORIES = TOP / "test/resources/dev/ipw/benchmarks/dataset/hub"
EXAMPLES = {}


def write(name, rows):
    EXAMPLES[name] = rows
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (FOLDER / (name + ".jsonl")).write_text(text, encoding="utf-8")


def encrypted(text, password):
    key = hashlib.sha256(password.encode()).digest()
    data = text.encode()
    return base64.b64encode(bytes(b ^ key[i % len(key)] for i, b in enumerate(data))).decode()


def packed(tests):
    """Pack tests as the benchmark's authors do."""
    return base64.b64encode(zlib.compress(pickle.dumps(json.dumps(tests)))).decode()


write("mmlu-pro", [
    {"question_id": 9001, "question": "Which gas do green plants take in to build sugar?",
     "options": ["Oxygen", "Carbon dioxide", "Nitrogen", "Helium", "Argon", "Methane", "Neon", "Ozone", "Hydrogen",
                 "N/A"],
     "answer": "B", "answer_index": 1, "cot_content": "", "category": "biology", "src": "made-up"},
    {"question_id": 9002, "question": "A body moves 12 m in 4 s at constant speed. How fast is it?",
     "options": ["1 m/s", "2 m/s", "3 m/s", "4 m/s"],
     "answer": "C", "answer_index": 2, "cot_content": "", "category": "physics", "src": "made-up"},
    {"question_id": 9003, "question": "What is the sum of the inner angles of a triangle in the plane?",
     "options": ["180 degrees", "360 degrees", "90 degrees"],
     "answer": "A", "answer_index": 0, "cot_content": "", "category": "math", "src": "made-up"},
])
write("mmlu-pro-validation", [
    {"question_id": 1, "question": "Which organ pumps blood?", "options": ["Liver", "Heart", "N/A"], "answer": "B",
     "answer_index": 1, "cot_content": "A: Let's think step by step. The heart is a pump. The answer is (B).",
     "category": "biology", "src": "made-up"},
    {"question_id": 2, "question": "Which unit measures force?", "options": ["Newton", "Watt"], "answer": "A",
     "answer_index": 0, "cot_content": "A: Let's think step by step. Force is in newtons. The answer is (A).",
     "category": "physics", "src": "made-up"},
])
write("supergpqa", [
    {"uuid": "made-up-1", "question": "Which metal is liquid at room temperature?",
     "options": ["Iron", "Mercury", "Zinc", "Tin"], "answer": "Mercury", "answer_letter": "B", "discipline": "Science",
     "field": "Chemistry", "subfield": "Inorganic Chemistry", "difficulty": "easy", "is_calculation": False},
    {"uuid": "made-up-2", "question": "How many edges has a cube?", "options": ["6", "8", "10", "12"], "answer": "12",
     "answer_letter": "D", "discipline": "Science", "field": "Mathematics", "subfield": "Geometry",
     "difficulty": "easy", "is_calculation": True},
])
write("gpqa", [
    {"Question": "Which particle has a negative charge?", "Correct Answer": "The electron",
     "Incorrect Answer 1": "The proton", "Incorrect Answer 2": "The neutron", "Incorrect Answer 3": "The photon",
     "Record ID": "made-up-1", "Subdomain": "Physics (general)", "High-level domain": "Physics"},
    {"Question": "Which base pairs with adenine in DNA?", "Correct Answer": "Thymine",
     "Incorrect Answer 1": "Guanine", "Incorrect Answer 2": "Cytosine", "Incorrect Answer 3": "Uracil",
     "Record ID": "made-up-2", "Subdomain": "Genetics", "High-level domain": "Biology"},
    {"Question": "Which acid is in vinegar?", "Correct Answer": "Acetic acid", "Incorrect Answer 1": "Citric acid",
     "Incorrect Answer 2": "Lactic acid", "Incorrect Answer 3": "Formic acid", "Record ID": "made-up-3",
     "Subdomain": "Chemistry (general)", "High-level domain": "Chemistry"},
])
write("math500", [
    {"problem": "Solve $x + \\frac{1}{2} = 2$.", "solution": "$x = 2 - \\frac{1}{2} = \\boxed{\\frac{3}{2}}$",
     "answer": "\\frac{3}{2}", "subject": "Algebra", "level": 1, "unique_id": "made-up/1.json"},
    {"problem": "What is the distance of $(3,4)$ from the origin?", "solution": "$\\boxed{5}$", "answer": "5",
     "subject": "Geometry", "level": 2, "unique_id": "made-up/2.json"},
])
write("gsm8k", [
    {"question": "A box holds 12 eggs. How many eggs are in 100 boxes?",
     "answer": "100 * 12 = <<100*12=1200>>1200\n#### 1,200"},
    {"question": "Ann has 5 pens and gives 2 away. How many are left?", "answer": "5 - 2 = <<5-2=3>>3\n#### 3"},
])
write("aime", [
    {"id": 1, "problem": "Find the sum of the digits of $2^{10}$.", "answer": "7", "url": "made-up", "year": "2025"},
    {"id": 2, "problem": "Find the number of positive divisors of $60$.", "answer": "12", "url": "made-up",
     "year": "2025"},
])
write("natural-reasoning", [
    {"question": "Why does ice float on water?", "reference_answer": "Ice is less dense than liquid water.",
     "responses": []},
    {"question": "What limits the speed of a falling parachutist?",
     "reference_answer": "Air drag grows with speed until it balances weight.", "responses": []},
])
write("wildchat", [
    {"conversation_hash": "made-up-1", "model": "some-model", "language": "English",
     "conversation": [{"role": "user", "content": "Name a colour."}, {"role": "assistant", "content": "Blue."}]},
    {"conversation_hash": "made-up-2", "model": "some-model", "language": "German",
     "conversation": [{"role": "user", "content": "Nenne ein Tier."}, {"role": "assistant", "content": "Hund."}]},
])
write("ipw", [
    {"problem": "Name a fruit that is yellow and curved, and say in one sentence what it is good for.",
     "answer": "A banana: it is a quick snack that gives you energy.", "subject": "general",
     "dataset_metadata": json.dumps({"config": {"dataset_name": "allenai/WildChat", "verification_method": "wildchat"},
                                     "original_id": "made-up-1", "model": "some-model"}),
     "anthropic_index_category": "Food preparation and serving related"},
    {"problem": "A tank holds 120 litres and loses 5 litres each minute. After how many minutes is it empty?",
     "answer": "24 minutes", "subject": "reasoning",
     "dataset_metadata": json.dumps({"config": {"dataset_name": "facebook/natural_reasoning",
                                                "verification_method": "natural_reasoning"}}),
     "anthropic_index_category": "Architecture and engineering"},
    {"problem": "Which of these is a prime number?\n\nOptions:\nA. 21\nB. 23\nC. 25\nD. 27\nE. 33\n\n"
                "Respond with the correct letter.",
     "answer": "B", "subject": "math",
     "dataset_metadata": json.dumps({"config": {"dataset_name": "TIGER-Lab/MMLU-Pro",
                                                "verification_method": "mmlu-pro"},
                                     "question_id": 1, "options": ["21", "23", "25", "27", "33"]}),
     "anthropic_index_category": "Computer and mathematical"},
    {"problem": "Which layer of the made-up rock Talite lies deepest?\nOptions:\nA. the red one\nB. the grey one\n"
                "C. the white one\nD. the brown one\nE. the black one\nF. the green one\n"
                "Respond with the correct letter only.",
     "answer": "F", "subject": "Geology",
     "dataset_metadata": json.dumps({"config": {"dataset_name": "m-a-p/SuperGPQA", "verification_method": "supergpqa"},
                                     "uuid": "made-up"}),
     "anthropic_index_category": "Life, physical, and social science"},
])
write("simpleqa", [
    {"metadata": "{'topic': 'Geography', 'answer_type': 'Place', 'urls': ['https://example.org/a']}",
     "problem": "On which river does the made-up town of Talheim lie?", "answer": "The Brenne"},
    {"metadata": "{'topic': 'Science', 'answer_type': 'Number', 'urls': []}",
     "problem": "How many moons has the made-up planet Orun?", "answer": "14"},
])
write("simpleqa-verified", [
    {"original_index": 7, "problem": "In which year was the made-up bridge of Talheim opened?", "answer": "1911",
     "topic": "History", "answer_type": "Date", "multi_step": False, "requires_reasoning": False, "urls": ""},
    {"original_index": 9, "problem": "Who designed the made-up bridge of Talheim?", "answer": "Ida Kern",
     "topic": "History", "answer_type": "Person", "multi_step": False, "requires_reasoning": True, "urls": ""},
])
write("frames", [
    {"Unnamed: 0": 0, "Prompt": "How old was the made-up architect Ida Kern when the bridge of Talheim was opened?",
     "Answer": "34", "wikipedia_link_1": "https://example.org/Kern",
     "wiki_links": "['https://example.org/Kern', 'https://example.org/Talheim']",
     "reasoning_types": "Numerical reasoning"},
    {"Unnamed: 0": 1, "Prompt": "Which made-up town lies between Talheim and the sea?", "Answer": "Morau",
     "wiki_links": "['https://example.org/Morau']", "reasoning_types": "Multiple constraints"},
])
PNG = base64.b64encode(bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63f8ffff3f0005fe02fea735"
    "81840000000049454e44ae426082")).decode()
write("hle", [
    {"id": "made-up-1", "question": "Which integer is both the square of 3 and one less than 10?", "image": "",
     "answer": "9", "answer_type": "exactMatch", "category": "Math", "raw_subject": "Mathematics"},
    {"id": "made-up-2", "question": "What does the picture show: A) one pixel B) a map?",
     "image": "data:image/png;base64," + PNG, "answer": "A", "answer_type": "multipleChoice", "category": "Other",
     "raw_subject": "Vision"},
])
write("gaia", [
    {"task_id": "made-up-1", "Question": "How many letters has the word 'watt'?", "Level": "1", "Final answer": "4",
     "file_name": "", "file_path": "", "Annotator Metadata": {"Steps": "made up"}},
    {"task_id": "made-up-2", "Question": "List the first three prime numbers.", "Level": "2",
     "Final answer": "2, 3, 5", "file_name": "", "file_path": "", "Annotator Metadata": {"Steps": "made up"}},
    {"task_id": "made-up-3", "Question": "Which metal has the symbol Fe?", "Level": "3", "Final answer": "Iron",
     "file_name": "", "file_path": "", "Annotator Metadata": {"Steps": "made up"}},
])
CANARY = "made-up canary"
write("browsecomp", [
    {"problem": encrypted("Which made-up ferry ran between Talheim and Morau in 1920?", CANARY),
     "answer": encrypted("The Sturmvogel", CANARY), "problem_topic": "Travel", "canary": CANARY},
    {"problem": encrypted("Who wrote the made-up hymn of Morau?", CANARY), "answer": encrypted("Jon Aster", CANARY),
     "problem_topic": "Music", "canary": CANARY},
])
DIMENSIONS = {"readability": 0.25, "insight": 0.25, "comprehensiveness": 0.25, "instruction_following": 0.25}
write("deepresearchbench", [
    {"id": 1, "prompt": "Compare heat pumps and gas heating for old houses.",
     "article": "Heat pumps need low supply temperatures. [1]"},
    {"id": 2, "prompt": "\u6bd4\u8f83\u4e24\u79cd\u7535\u6c60\u6280\u672f\u3002", "article": "\u9502\u7535\u6c60\u3002"},
])
write("deepresearchbench-criteria", [
    {"id": number, "prompt": "", "dimension_weight": DIMENSIONS,
     "criterions": {name: [{"criterion": "Says what is compared", "explanation": "Both are named", "weight": 1.0}]
                    for name in DIMENSIONS}} for number in (1, 2)
])
write("liveresearchbench", [
    {"qid": "made-up-1", "question": "Which made-up ferries run in {{current_year}}?",
     "question_no_placeholder": "Which made-up ferries run in 2026?", "category": "Daily life", "checklist_id": "1",
     "checklist": "Names the ferry to Morau", "checklist_no_placeholder": "Names the ferry to Morau"},
    {"qid": "made-up-1", "question": "Which made-up ferries run in {{current_year}}?",
     "question_no_placeholder": "Which made-up ferries run in 2026?", "category": "Daily life", "checklist_id": "2",
     "checklist": "Gives a price", "checklist_no_placeholder": "Gives a price"},
    {"qid": "made-up-2", "question": "How does a made-up bank set its rate?",
     "question_no_placeholder": "How does a made-up bank set its rate?", "category": "Enterprise", "checklist_id": "3",
     "checklist": "Names inflation", "checklist_no_placeholder": "Names inflation"},
])
write("arena-hard-auto-v2", [
    {"uid": "made-up-1", "category": "hard_prompt", "subcategory": "coding", "prompt": "Write a loop in Java."},
    {"uid": "made-up-2", "category": "creative_writing", "subcategory": "creative_writing",
     "prompt": "Write a line about rain."},
])


def said(uid, model, prompt, answer):
    return {"uid": uid, "ans_id": uid, "model": model,
            "messages": [{"role": "user", "content": prompt}, {"role": "assistant", "content": {"answer": answer}}]}


write("arena-hard-auto-v2-o3-mini-2025-01-31",
      [said("made-up-1", "o3-mini-2025-01-31", "Write a loop in Java.", "for (int i = 0; i < 3; i++) {}"),
       said("made-up-2", "o3-mini-2025-01-31", "Write a line about rain.", "It rains.")])
write("arena-hard-auto-v2-gemini-2.0-flash-001",
      [said("made-up-1", "gemini-2.0-flash-001", "Write a loop in Java.", "while (true) {}"),
       said("made-up-2", "gemini-2.0-flash-001", "Write a line about rain.", "Rain writes on the roof.")])


def patch(path, before, after):
    return f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,2 +1,2 @@\n import os\n-{before}\n+{after}\n"


write("swebench", [
    {"repo": "made-up/lib", "instance_id": "made-up__lib-1", "base_commit": "0" * 40,
     "patch": patch("lib/core.py", "limit = 1", "limit = 2"), "test_patch": patch("tests/test_core.py", "a", "b"),
     "problem_statement": "The limit is too low.", "hints_text": "", "created_at": "2024-01-01T00:00:00Z",
     "version": "1.0", "FAIL_TO_PASS": "[\"tests/test_core.py::test_limit\"]", "PASS_TO_PASS": "[]",
     "environment_setup_commit": "0" * 40, "difficulty": "<15 min fix"},
    {"repo": "made-up/lib", "instance_id": "made-up__lib-2", "base_commit": "0" * 40,
     "patch": patch("lib/names.py", "name = None", "name = ''"), "test_patch": "", "problem_statement": "None leaks.",
     "hints_text": "", "created_at": "2024-01-02T00:00:00Z", "version": "1.0", "FAIL_TO_PASS": "[]",
     "PASS_TO_PASS": "[]", "environment_setup_commit": "0" * 40, "difficulty": "<15 min fix"},
])
write("swefficiency", [
    {"instance_id": "made-up__num-1", "repo": "made-up/num", "base_commit": "0" * 40, "problem_statement": "",
     "workload": "for i in range(1000): total(i)", "patch": patch("num/total.py", "slow()", "fast()"), "speedup": 4.2,
     "test_cmd": "pytest", "rebuild_cmd": "", "image_name": "made-up", "covering_tests": ["tests/test_total.py"]},
    {"instance_id": "made-up__num-2", "repo": "made-up/num", "base_commit": "0" * 40,
     "problem_statement": "Sorting is slow.", "workload": "sort(list)",
     "patch": patch("num/sort.py", "bubble()", "merge()"), "speedup": 2.0, "test_cmd": "pytest", "rebuild_cmd": "",
     "image_name": "made-up", "covering_tests": []},
])
write("gdpval", [
    {"task_id": "made-up-1", "sector": "Finance", "occupation": "Accountants", "prompt": "Sum up the attached ledger.",
     "reference_files": ["reference_files/abc/ledger.xlsx"], "rubric_pretty": "[+2] Names the total",
     "rubric_json": json.dumps([{"score": 2, "criterion": "Names the total", "required": True}])},
    {"task_id": "made-up-2", "sector": "Health", "occupation": "Nurses", "prompt": "Write a plan of care.",
     "reference_files": [], "rubric_pretty": "[+1] Names a goal",
     "rubric_json": json.dumps([{"score": 1, "criterion": "Names a goal"}])},
])
write("healthbench", [
    {"prompt_id": "made-up-1", "prompt": [{"role": "user", "content": "I have a mild cold. What helps?"}],
     "rubrics": [{"criterion": "Advises rest", "points": 5, "tags": ["axis:completeness"]},
                 {"criterion": "Advises antibiotics", "points": -5, "tags": ["axis:accuracy"]}],
     "example_tags": ["theme:hedging"]},
    {"prompt_id": "made-up-2",
     "prompt": [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "How can I help?"},
                {"role": "user", "content": "My knee hurts after a run."}],
     "rubrics": [{"criterion": "Asks since when", "points": 3, "tags": ["axis:context_awareness"]}],
     "example_tags": ["theme:context_seeking"]},
])
def function(name, properties, required):
    return {"name": name, "description": "Made up",
            "parameters": {"type": "dict", "properties": properties, "required": required}}


def asked(id, text, *functions):
    return {"id": id, "question": [[{"role": "user", "content": text}]], "function": list(functions)}


# The categories of one turn by their names of version 3, each with its name of version 4: questions and possible answers.
BFCL = {
    "simple": ("simple_python", [
        ("What is the weather in Bonn on three days?",
         [function("weather", {"city": {"type": "string"}, "days": {"type": "integer"}}, ["city"])],
         [{"weather": {"city": ["Bonn"], "days": [3, ""]}}]),
        ("Convert 5 miles to km.",
         [function("convert", {"value": {"type": "float"}, "unit": {"type": "string"}}, ["value"])],
         [{"convert": {"value": [5.0], "unit": ["km", "kilometre"]}}])]),
    "java": ("simple_java", [
        ("Close the ledger 77 and keep its pages 1 and 2.",
         [function("Ledger.close", {"number": {"type": "long"}, "isFinal": {"type": "boolean"},
                                    "pages": {"type": "ArrayList", "items": {"type": "integer"}}}, ["number"])],
         [{"Ledger.close": {"number": [77], "isFinal": [True, ""], "pages": [[1, 2]]}}]),
        ("Rename the map field key to name.",
         [function("Fields.rename", {"names": {"type": "HashMap"}, "field": {"type": "String"}}, ["names"])],
         [{"Fields.rename": {"names": [{"key": ["name"]}], "field": ["", "all"]}}])]),
    "javascript": ("simple_javascript", [
        ("Draw a red circle of radius 2.5 at 1, 2.",
         [function("draw", {"shape": {"type": "String"}, "radius": {"type": "float"},
                            "at": {"type": "array", "items": {"type": "integer"}}, "style": {"type": "dict"}},
                   ["shape"])],
         [{"draw": {"shape": ["circle"], "radius": [2.5], "at": [[1, 2]], "style": [{"colour": ["red"]}]}}]),
        ("Count up to a big 7.",
         [function("count", {"to": {"type": "Bigint"}, "isLoud": {"type": "Boolean"}}, ["isLoud"])],
         [{"count": {"to": ["", 7], "isLoud": [True]}}])]),
    "multiple": ("multiple", [
        ("Book a table for four.",
         [function("table.book", {"guests": {"type": "integer"}}, ["guests"]),
          function("table.cancel", {"guests": {"type": "integer"}}, ["guests"])],
         [{"table.book": {"guests": [4]}}]),
        ("Open gate 2 with the settings slow and lit.",
         [function("gate.open", {"number": {"type": "integer"}, "settings": {"type": "dict"}}, ["number"]),
          function("gate.shut", {"number": {"type": "integer"}}, ["number"])],
         [{"gate.open": {"number": [2], "settings": [{"speed": ["slow"], "isLit": [True]}]}}])]),
    "parallel": ("parallel", [
        ("Wake me at six and at seven.",
         [function("alarm", {"hour": {"type": "integer"}}, ["hour"])],
         [{"alarm": {"hour": [6]}}, {"alarm": {"hour": [7]}}]),
        ("Ring at one and at two.",
         [function("bell", {"hour": {"type": "integer"}}, ["hour"])],
         [{"bell": {"hour": [1]}}, {"bell": {"hour": [2]}}])]),
    "parallel_multiple": ("parallel_multiple", [
        ("Double 8 and halve 9.",
         [function("double", {"number": {"type": "integer"}}, ["number"]),
          function("halve", {"number": {"type": "integer"}}, ["number"])],
         [{"double": {"number": [8]}}, {"halve": {"number": [9]}}]),
        ("Draw 3 cards and roll 2 dice.",
         [function("cards", {"number": {"type": "integer"}}, ["number"]),
          function("dice", {"number": {"type": "integer"}}, ["number"])],
         [{"cards": {"number": [3]}}, {"dice": {"number": [2]}}])]),
    "irrelevance": ("irrelevance", [
        ("Who wrote this poem?", [function("peel", {"fruit": {"type": "string"}}, ["fruit"])], None),
        ("What is love?", [function("saw", {"wood": {"type": "string"}}, ["wood"])], None)]),
    "live_simple": ("live_simple", [
        ("play something by ear pls", [function("music.play", {"title": {"type": "string"}}, ["title"])],
         [{"music.play": {"title": ["by ear"]}}]),
        ("turn it up to 11", [function("volume", {"level": {"type": "integer"}}, ["level"])],
         [{"volume": {"level": [11]}}])]),
    "live_multiple": ("live_multiple", [
        ("open the blinds", [function("blinds.open", {"room": {"type": "string"}}, []),
                             function("blinds.shut", {"room": {"type": "string"}}, [])],
         [{"blinds.open": {"room": ["", "all"]}}]),
        ("stop the mower", [function("mower.stop", {}, []), function("mower.start", {}, [])],
         [{"mower.stop": {}}])]),
    "live_parallel": ("live_parallel", [
        ("stocks of A and B", [function("stock", {"name": {"type": "string"}}, ["name"])],
         [{"stock": {"name": ["A"]}}, {"stock": {"name": ["B"]}}]),
        ("trains to C and D", [function("train", {"to": {"type": "string"}}, ["to"])],
         [{"train": {"to": ["C"]}}, {"train": {"to": ["D"]}}])]),
    "live_parallel_multiple": ("live_parallel_multiple", [
        ("lock up and turn off the light", [function("lock", {}, []), function("light", {"on": {"type": "boolean"}}, ["on"])],
         [{"lock": {}}, {"light": {"on": [False]}}]),
        ("heat the oven, wash up", [function("oven", {"isOn": {"type": "boolean"}}, ["isOn"]), function("wash", {}, [])],
         [{"oven": {"isOn": [True]}}, {"wash": {}}])]),
    "live_irrelevance": ("live_irrelevance", [
        ("hello", [function("ship.track", {"number": {"type": "string"}}, ["number"])], None),
        ("thanks", [function("tyre.change", {"number": {"type": "integer"}}, ["number"])], None)]),
    "live_relevance": ("live_relevance", [
        ("paint me a fox", [function("image.paint", {"what": {"type": "string"}}, ["what"])], None),
        ("sing me a song", [function("song.sing", {"title": {"type": "string"}}, ["title"])], None)]),
}
BFCL_FILES = {}
for older, (category, cases) in BFCL.items():
    numbers = [f"{older}_{at}-0-0" if older.startswith("live") else f"{older}_{at}" for at in range(len(cases))]
    EXAMPLES["bfcl:" + older] = [asked(id, text, *functions) for id, (text, functions, _) in zip(numbers, cases)]
    BFCL_FILES[f"BFCL_v3_{older}.json"] = "bfcl:" + older
    if cases[0][2] is not None:
        write("bfcl-BFCL_v4_" + category, [{"id": id, "ground_truth": truth} for id, (_, _, truth) in zip(numbers, cases)])
        BFCL_FILES[f"possible_answer/BFCL_v3_{older}.json"] = "bfcl-BFCL_v4_" + category
write("bfcl", [row for older in BFCL for row in EXAMPLES["bfcl:" + older]])
write("humaneval", [
    {"task_id": "MadeUp/0", "prompt": "def double(x):\n    \"\"\"Return twice x.\"\"\"\n",
     "canonical_solution": "    return 2 * x\n",
     "test": "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(0) == 0\n",
     "entry_point": "double"},
    {"task_id": "MadeUp/1", "prompt": "def first(items):\n    \"\"\"Return the first item, or None.\"\"\"\n",
     "canonical_solution": "    return items[0] if items else None\n",
     "test": "def check(candidate):\n    assert candidate([3, 4]) == 3\n    assert candidate([]) is None\n",
     "entry_point": "first"},
])
write("mbpp", [
    {"task_id": 9001, "text": "Write a function triple(x) that returns three times x.",
     "code": "def triple(x):\n    return 3 * x", "test_list": ["assert triple(2) == 6", "assert triple(0) == 0"],
     "test_setup_code": "", "challenge_test_list": []},
    {"task_id": 9002, "text": "Write a function last(items) that returns the last item.",
     "code": "def last(items):\n    return items[-1]", "test_list": ["assert last([1, 2]) == 2"],
     "test_setup_code": "", "challenge_test_list": []},
])
write("livecodebench", [
    {"question_title": "Sum", "question_content": "Print the sum of two numbers.", "platform": "made-up",
     "question_id": "made-up-1", "contest_id": "c1", "contest_date": "2025-01-04T00:00:00", "starter_code": "",
     "difficulty": "easy",
     "public_test_cases": json.dumps([{"input": "1 2\n", "output": "3\n", "testtype": "stdin"}]),
     "private_test_cases": packed([{"input": "5 7\n", "output": "12\n", "testtype": "stdin"}]),
     "metadata": "{}", "right_program": "print(sum(map(int, input().split())))"},
    {"question_title": "Twice", "question_content": "Return twice the number.", "platform": "made-up",
     "question_id": "made-up-2", "contest_id": "c2", "contest_date": "2025-03-01T00:00:00",
     "starter_code": "class Solution:\n    def twice(self, x: int) -> int:\n        ", "difficulty": "hard",
     "public_test_cases": json.dumps([{"input": "4", "output": "8", "testtype": "functional"}]),
     "private_test_cases": json.dumps([{"input": "0", "output": "0", "testtype": "functional"}]),
     "metadata": json.dumps({"func_name": "twice"}),
     "right_program": "class Solution:\n    def twice(self, x: int) -> int:\n        return 2 * x"},
])


def repository(name, files, card=""):
    """Write the files of a repository, each from the examples of a benchmark, in the format of its suffix."""
    for path, example in files.items():
        rows = EXAMPLES[example]
        target = REPOSITORIES / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix == ".parquet":
            parquet.write_table(pa.Table.from_pylist(rows), target)
        elif target.suffix in (".csv", ".tsv"):
            with target.open("w", encoding="utf-8", newline="") as out:
                writer = csv.DictWriter(out, rows[0].keys(), delimiter="\t" if target.suffix == ".tsv" else ",")
                writer.writeheader()
                writer.writerows(rows)
        else:
            target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    if card:
        (REPOSITORIES / name / "README.md").write_text("---\n" + card + "---\n# Card\n", encoding="utf-8")


def config(name, split, path):
    return f"- config_name: {name}\n  data_files:\n  - split: {split}\n    path: {path}\n"


EXAMPLES["livecodebench-later"] = []
repository("TIGER-Lab/MMLU-Pro", {"data/test-00000-of-00001.parquet": "mmlu-pro",
                                  "data/validation-00000-of-00001.parquet": "mmlu-pro-validation"},
           "license: mit\nconfigs:\n- config_name: default\n  data_files:\n  - split: test\n    path: data/test-*\n"
           "  - split: validation\n    path: data/validation-*\n")
repository("m-a-p/SuperGPQA", {"SuperGPQA-all.jsonl": "supergpqa"})
repository("Idavidrein/gpqa", {"gpqa_diamond.csv": "gpqa", "gpqa_main.csv": "gpqa"},
           "configs:\n" + config("gpqa_main", "train", "gpqa_main.csv")
           + config("gpqa_diamond", "train", "gpqa_diamond.csv"))
repository("HuggingFaceH4/MATH-500", {"test.jsonl": "math500"})
repository("openai/gsm8k", {"main/test-00000-of-00001.parquet": "gsm8k", "main/train-00000-of-00001.parquet": "gsm8k"},
           "configs:\n- config_name: main\n  data_files:\n  - split: train\n    path: main/train-*\n  - split: test\n"
           "    path: main/test-*\n")
repository("math-ai/aime25", {"test.jsonl": "aime"})
repository("HuggingFaceH4/aime_2024", {"data/train-00000-of-00001.parquet": "aime"})
repository("facebook/natural_reasoning", {"full.jsonl": "natural-reasoning"})
repository("allenai/WildChat", {"data/train-00000-of-00002.parquet": "wildchat",
                                "data/train-00001-of-00002.parquet": "wildchat"})
repository("basicv8vc/SimpleQA", {"simple_qa_test_set.csv": "simpleqa"},
           "configs:\n" + config("default", "test", "simple_qa_test_set.csv"))
repository("google/simpleqa-verified", {"simpleqa_verified.csv": "simpleqa-verified"},
           "configs:\n" + config("simpleqa_verified", "eval", "simpleqa_verified.csv"))
repository("google/frames-benchmark", {"test.tsv": "frames"})
repository("cais/hle", {"data/test-00000-of-00001.parquet": "hle"})
repository("gaia-benchmark/GAIA", {"2023/validation/metadata.parquet": "gaia",
                                   "2023/validation/metadata.level1.parquet": "gaia"},
           "configs:\n" + config("2023_all", "validation", "2023/validation/metadata.parquet")
           + config("2023_level1", "validation", "2023/validation/metadata.level1.parquet"))
repository("muset-ai/DeepResearch-Bench-Dataset", {"generated_reports/openai-deepresearch.jsonl": "deepresearchbench",
                                                   "criteria_data/criteria.jsonl": "deepresearchbench-criteria"})
repository("Salesforce/LiveResearchBench", {"question_with_checklist/test-00000-of-00001.parquet": "liveresearchbench"},
           "configs:\n" + config("question_with_checklist", "test", "question_with_checklist/test-*"))
ARENA = "data/arena-hard-v2.0/"
repository("lmarena-ai/arena-hard-auto", {
    ARENA + "question.jsonl": "arena-hard-auto-v2",
    ARENA + "model_answer/o3-mini-2025-01-31.jsonl": "arena-hard-auto-v2-o3-mini-2025-01-31",
    ARENA + "model_answer/gemini-2.0-flash-001.jsonl": "arena-hard-auto-v2-gemini-2.0-flash-001"})
repository("SWE-bench/SWE-bench_Verified", {"data/test-00000-of-00001.parquet": "swebench"})
repository("MariusHobbhahn/swe-bench-verified-mini", {"data/test-00000-of-00001.parquet": "swebench"})
repository("swefficiency/swefficiency", {"data/test-00000-of-00001.parquet": "swefficiency"})
repository("openai/gdpval", {"data/train-00000-of-00001.parquet": "gdpval"})
repository("openai/healthbench", {"2025-05-07-06-14-12_oss_eval.jsonl": "healthbench"})
repository("gorilla-llm/Berkeley-Function-Calling-Leaderboard", BFCL_FILES)
repository("openai/openai_humaneval", {"openai_humaneval/test-00000-of-00001.parquet": "humaneval"},
           "configs:\n" + config("openai_humaneval", "test", "openai_humaneval/test-*"))
repository("google-research-datasets/mbpp", {"full/test-00000-of-00001.parquet": "mbpp"},
           "configs:\n" + config("full", "test", "full/test-*"))
repository("files-of-the-web/browsecomp", {"browse_comp_test_set.csv": "browsecomp"})
repository("livecodebench/code_generation_lite", {
    "test.jsonl": "livecodebench", **{f"test{number}.jsonl": "livecodebench-later" for number in range(2, 7)}})
