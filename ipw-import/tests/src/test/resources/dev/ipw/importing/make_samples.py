"""Write sample results in the layouts of the tools that are imported. Needs `datasets` for the Python ipw's run only."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, text):
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def lines(objects):
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)


def llmeter(folder, step, clients=2, start=0):
    """Ten answers, of which the last failed; time per output token is `step` seconds times 1.00 to 1.08."""
    answers = []
    for number in range(10):
        body = {"model": "demo-model", "messages": [{"role": "user", "content": f"What is {number} + {number}?"}],
                "max_completion_tokens": 64}
        tokens = 11 + number
        first = 0.100 + 0.010 * number
        per_token = step * (1 + 0.01 * number)
        answers.append({
            "response_text": f"It is {2 * number}.", "input_payload": body, "id": f"{folder}-{number:02d}",
            "input_prompt": f"What is {number} + {number}?", "time_to_first_token": first,
            "time_to_last_token": first + per_token * (tokens - 1), "num_tokens_input": 20 + number,
            "num_tokens_output": tokens, "num_tokens_input_cached": None, "num_tokens_output_reasoning": None,
            "time_per_output_token": per_token, "error": None, "retries": 0,
            "request_time": f"2026-01-31T12:00:{start + number:02d}Z"})
    answers[9].update(response_text=None, time_to_first_token=None, time_to_last_token=None, num_tokens_output=None,
                      time_per_output_token=None, error="Connection error: Request timed out.")
    write(f"{folder}/responses.jsonl", lines(answers))
    write(f"{folder}/payload.jsonl", lines([one["input_payload"] for one in answers]))
    run = {"total_requests": 10, "clients": clients, "n_requests": 5, "total_test_time": 12.5, "model_id": "demo-model",
           "output_path": f"outputs/{folder}", "endpoint_name": "openai", "provider": "openai", "run_name": folder,
           "run_description": None, "start_time": "2026-01-31T12:00:00Z", "first_request_time": "2026-01-31T12:00:00Z",
           "last_request_time": "2026-01-31T12:00:09Z", "end_time": "2026-01-31T12:00:12Z"}
    write(f"{folder}/summary.json", json.dumps(run, indent=4))
    write(f"{folder}/stats.json", json.dumps({**run, "failed_requests": 1, "failed_requests_rate": 0.1,
                                              "time_per_output_token-p50": step * 1.04}, indent=4))
    write(f"{folder}/run_config.json", json.dumps({
        "endpoint": {"endpoint_name": "openai", "model_id": "demo-model", "provider": "openai",
                     "endpoint_type": "OpenAICompletionStreamEndpoint"},
        "output_path": f"outputs/{folder}", "tokenizer": {"tokenizer_module": "llmeter"}, "clients": clients,
        "n_requests": 5, "run_duration": None, "payload": f"outputs/{folder}/payload.jsonl", "run_name": folder,
        "run_description": None, "timeout": 60, "callbacks": None, "low_memory": False, "progress_bar_stats": None},
        indent=4))


def aiperf():
    base = 1_759_813_207_000_000_000

    def record(number, metrics, error=None, phase="profiling", cancelled=False, length=400_000_000):
        start = base + number * 100_000_000
        return {"metadata": {
            "session_num": number, "x_request_id": f"7609a2e7-0000-4ab1-98f4-{number:012d}",
            "x_correlation_id": f"32ee4f33-0000-4cfc-988f-{number:012d}",
            "conversation_id": f"77aa5b0e-0000-423f-88d5-{number:012d}", "turn_index": 0, "request_start_ns": start,
            "request_ack_ns": None if error else start + 30_000_000, "request_end_ns": start + length,
            "worker_id": "worker_1", "record_processor_id": "record_processor_1", "benchmark_phase": phase,
            "was_cancelled": cancelled, "cancellation_time_ns": start + length if cancelled else None},
            "metrics": metrics, "error": error}

    def good(first, gaps, tokens):
        return {"input_sequence_length": {"value": 550, "unit": "tokens"},
                "time_to_first_token": {"value": first, "unit": "ms"},
                "request_latency": {"value": first + sum(gaps), "unit": "ms"},
                "output_token_count": {"value": tokens, "unit": "tokens"},
                "inter_chunk_latency": {"value": gaps, "unit": "ms"},
                "output_sequence_length": {"value": tokens, "unit": "tokens"},
                "inter_token_latency": {"value": sum(gaps) / (tokens - 1), "unit": "ms"},
                "output_token_throughput_per_user": {"value": 1000 * (tokens - 1) / sum(gaps),
                                                     "unit": "tokens/sec/user"}}

    write("aiperf/profile_export.jsonl", lines([
        record(0, good(50.0, [10.0, 10.0], 3), phase="warmup"), record(1, good(50.0, [10.0, 12.0, 11.0], 4)),
        record(2, good(60.0, [20.0, 20.0, 20.0, 20.0], 9)),
        record(3, {"error_isl": {"value": 550, "unit": "tokens"}},
               {"code": 499, "type": "RequestCancellationError", "message": "Request was cancelled after 0.200 seconds"},
               cancelled=True, length=200_000_000),
        record(4, None,
               {"code": 503, "type": "Service Unavailable", "message": "overloaded"}, length=5_000_000)]))
    write("aiperf/profile_export_aiperf.json", json.dumps({
        "request_count": {"unit": "requests", "avg": 2.0}, "was_cancelled": False,
        "input_config": {"endpoint": {"model_names": ["demo-model"], "url": "localhost:8000", "streaming": True},
                         "loadgen": {"concurrency": 4, "request_count": 4}}}, indent=2))


def vllm():
    write("vllm/openai-infqps-concurrency2-demo-model-20260131-120010.json", json.dumps({
        "date": "20260131-120010", "endpoint_type": "openai-chat", "backend": "openai-chat", "label": None,
        "model_id": "demo-model", "tokenizer_id": "demo-model", "num_prompts": 3, "request_rate": "inf",
        "burstiness": 1.0, "max_concurrency": 2, "duration": 2.5, "completed": 2, "failed": 1,
        "total_input_tokens": 300, "total_output_tokens": 13, "request_throughput": 0.8, "request_goodput": None,
        "output_throughput": 5.2, "total_token_throughput": 125.2, "input_lens": [100, 120, 80],
        "output_lens": [4, 9, 0], "ttfts": [0.050, 0.060, 0.0],
        "itls": [[0.010, 0.012, 0.011], [0.020, 0.020, 0.020, 0.020], []], "latencies": [0.083, 0.141, 0.0],
        "start_times": [5000.0, 5000.25, 5000.5], "queue_times": [0.0, 0.05, 0.0],
        "generated_texts": ["one two three four", "nine tokens in five messages", ""],
        "errors": ["", "", "Service Unavailable"], "max_output_tokens_per_s": 13.0, "max_concurrent_requests": 2,
        "rtfx": 0.0, "mean_ttft_ms": 55.0, "median_ttft_ms": 55.0, "std_ttft_ms": float("nan")}))


def guidellm():
    base = 1_769_860_800.0

    def request(number, error=None):
        sent = base + 0.5 * number
        timings = {"targeted_start": sent - 0.125, "queued": sent - 0.25, "dequeued": sent - 0.1875,
                   "scheduled_at": sent - 0.1875, "resolve_start": sent - 0.0625, "request_start": sent,
                   "first_request_iteration": sent + 0.0625, "first_token_iteration": sent + 0.125,
                   "first_output_token_iteration": sent + 0.25, "last_token_iteration": sent + 1.125,
                   "last_request_iteration": sent + 1.1875, "request_iterations": 12, "token_iterations": 10,
                   "request_end": sent + 1.25, "resolve_end": sent + 1.25, "finalized": sent + 1.5}
        if error is not None:
            for name in ("first_token_iteration", "first_output_token_iteration", "last_token_iteration"):
                timings[name] = None
        body = {"model": "demo-model", "stream": True,
                "messages": [{"role": "user", "content": [{"type": "text", "text": f"Tell me of {number}"}]}]}
        return {"type_": "generative_request_stats", "request_id": f"0f8e7d6c-{number}", "response_id": None,
                "request_args": json.dumps({"method": "POST", "stream": True,
                                            "headers": {"Authorization": "Bearer sk-sample"}, "body": body}),
                "output": None if error else f"This is {number}", "reasoning_output": None if error else "Hm",
                "tool_calls": None,
                "info": {"request_id": f"0f8e7d6c-{number}", "status": "errored" if error else "completed",
                         "scheduler_node_id": 0, "scheduler_process_id": 0, "scheduler_start_time": base,
                         "timings": timings, "error": error},
                "input_metrics": {"text_tokens": 40, "total_tokens": 40},
                "output_metrics": {"text_tokens": None if error else 11, "total_tokens": None if error else 11},
                "request_start_time": sent, "request_end_time": sent + 1.25, "request_latency": 1.25,
                "prompt_tokens": 40, "cached_tokens": None if error else 8, "output_tokens": None if error else 11}

    def benchmark(strategy, numbers):
        return {"type_": "generative_benchmark",
                "config": {"id_": "b", "run_id": "r", "run_index": 0, "strategy": strategy,
                           "backend": {"type_": "openai_http", "target": "http://localhost:8000",
                                       "model": "demo-model"}},
                "requests": {"successful": [request(number) for number in numbers],
                             "incomplete": [request(90, "cut off")],
                             "errored": [request(91, "429 Too Many Requests")], "total": None}}

    write("guidellm/benchmarks.json", json.dumps({
        "metadata": {"version": 2, "guidellm_version": "0.6.0", "python_version": "3.12.3", "platform": "Linux"},
        "config": {"backend": {"model": "demo-model"}},
        "benchmarks": [benchmark({"type_": "synchronous"}, [0, 1, 2]),
                       benchmark({"type_": "concurrent", "streams": 4}, [0, 1, 2, 3])]}))


def python_ipw():
    from datasets import Dataset

    def stats(value):
        return {"avg": value, "max": 1.25 * value, "median": value, "min": 0.5 * value}

    nothing = {"avg": None, "max": None, "median": None, "min": None}
    gpu = {"name": "NVIDIA H100 80GB HBM3", "vendor": "NVIDIA", "device_id": 0, "device_type": "GPU", "backend": "nvml"}
    system = {"os_name": "Ubuntu", "os_version": "22.04", "kernel_version": "5.15.0", "host_name": "bench",
              "cpu_count": 64, "cpu_brand": "AMD EPYC 9334"}

    def row(number, joules, seconds, correct, first=0.25, tokens=50, processor=None):
        evaluation = {"is_correct": correct, "metadata": json.dumps(
            {"evaluation_attempts": 1} if correct is not None else
            {"evaluation_attempts": 3, "evaluation_failed": True, "error": "judge unreachable"}), "config": "{}"}
        answer = f"Answer {number}"
        metrics = {
            "compute_metrics": {"flops_per_request": None, "macs_per_request": None},
            "energy_metrics": {"per_query_joules": joules, "total_joules": joules, "cpu_per_query_joules": processor,
                               "basis": "gpu"},
            "latency_metrics": {"per_token_ms": 1000 * seconds / tokens, "throughput_tokens_per_sec": tokens / seconds,
                                "time_to_first_token_seconds": first, "total_query_seconds": seconds},
            "memory_metrics": {"cpu_mb": stats(4096.0), "gpu_mb": nothing},
            "power_metrics": {"gpu": {"per_query_watts": stats(400.0), "total_watts": stats(400.0)}},
            "temperature_metrics": stats(60.0),
            "token_metrics": {"input": 100 + number, "output": tokens, "total": 100 + number + tokens},
            "phase_metrics": {"prefill_energy_j": 10.0, "decode_energy_j": None},
            "gpu_info": gpu, "system_info": system, "evaluation": evaluation, "lm_correctness": bool(correct),
            "lm_response": answer}
        return {"problem": f"Question {number}?", "answer": str(number), "subject": "physics",
                "dataset_metadata": {"source": "demo", "level": number, "note": None},
                "model_answers": {"demo/model-1B": answer}, "model_metrics": {"demo/model-1B": metrics}}

    rows = [row(0, 400.0, 1.0, True, processor=80.0), row(1, 800.0, 2.0, False), row(2, 0.0, 0.04, True, first=0.0),
            row(3, None, 1.5, None), row(4, 600.0, 1.5, True)]
    folder = os.path.join(HERE, "ipw", "profile_H10080GB_demo_model_1B_demo")
    Dataset.from_list(rows).save_to_disk(folder)
    with open(os.path.join(folder, "summary.json"), "w", encoding="utf-8") as file:
        json.dump({"model": "demo/model-1B", "dataset": "demo", "dataset_name": "Demo", "hardware_label": "H10080GB",
                   "generated_at": 1769860800.5, "total_queries": 5, "system_info": system, "gpu_info": gpu,
                   "output_dir": "runs/profile", "versions": {"ipw": "0.2.0", "python": "3.11.7"},
                   "profiler_config": {"client_id": "vllm", "max_concurrency": 1,
                                       "client_params": {"api_key": "sk-sample"}}}, file, indent=2)


if __name__ == "__main__":
    llmeter("llmeter-a", 0.020)
    llmeter("llmeter-b", 0.024)
    llmeter("llmeter-load/00001-clients", 0.010, clients=1)
    llmeter("llmeter-load/00005-clients", 0.030, clients=5, start=20)
    aiperf()
    vllm()
    guidellm()
    if "--without-ipw" not in sys.argv:
        python_ipw()
