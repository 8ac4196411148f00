# `make` builds; each other target is one command that can as well be typed by hand.

.PHONY: build test lint bench demo

build:
	swift build -c release

test:
	bash Tests/run

lint:
	bash Tests/run lint

bench:
	bash Benchmarks/run

demo:
	bash install.sh --demo
